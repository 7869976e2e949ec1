import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, organization, person, raw, rows, value } from "../../testing/world.ts";
import type { Notice } from "./notices.schema.ts";

const PATH = "/api/user/notices";

let owner: Caller;
let pilot: Caller;
beforeEach(async () => {
  owner = await person("recruiter", 1, "Captain Holm");
  pilot = await person("member", 1, "Vega Rook");
});

const bellOf = (caller: Caller) => caller.ok<Notice[]>("GET", PATH);

describe("the list of past notices", () => {
  /** Notices, every third for several receivers, of which every second names the caller. */
  const fill = (count: number) =>
    raw.DB.prepare(
      `insert into notices (organization_id, user_id, id, told, kind, details, created_at)
       with recursive n(value) as (select 1 union all select value + 1 from n where value < ?1)
       select 1, iif(value % 3, ?2, 0), value, iif(value % 3, null, json_array(cast(iif(value % 2, ?2, ?3) as integer))), 'event.changed',
         json_object('title', value), '2026-11-26' from n`,
    )
      .bind(count, owner.userId, pilot.userId)
      .run();

  it("has every notice of the caller once, the newest first, in pages that end at a cursor", async () => {
    await fill(200);
    const stranger = await person("member", await organization());
    let path: string | null = `${PATH}/past`;
    const found: Notice[] = [];
    for (let pages = 0; path && pages < 20; pages++) {
      const { text, headers, meter } = await owner.call("GET", path);
      found.push(...(JSON.parse(text) as Notice[]));
      expect([meter.rowsWritten, meter.rowsRead < 160]).toEqual([0, true]);
      path = /<([^>]+)>/.exec(headers.get("Link") ?? "")?.[1] ?? null;
    }
    const own = Array.from({ length: 200 }, (_, at) => 200 - at).filter(
      (each) => each % 3 !== 0 || each % 2 === 1,
    );
    expect(found.map(({ id }) => id)).toEqual(own);
    expect(await stranger.ok("GET", `${PATH}/past`)).toEqual([]);
    expect((await owner.fails("GET", `${PATH}/past?cursor=x`)).code).toBe("invalid_input");
  });

  it("is kept for 90 days", async () => {
    await fill(1);
    const { deleteOldNotices } = await import("./list.ts");
    const { openDb } = await import("../../lib/db/client.ts");
    const { db } = openDb(raw.DB, "first-primary");
    const now = new Date("2026-11-26");
    const daysOn = (days: number) => new Date(now.getTime() + days * 86_400_000);
    await deleteOldNotices({ db, now: daysOn(89) } as never);
    expect(await rows("select id from notices")).toHaveLength(1);
    await deleteOldNotices({ db, now: daysOn(92) } as never);
    expect(await rows("select id from notices")).toEqual([]);
  });

  it("marks notices as read up to the newest one that the caller was shown", async () => {
    await fill(5);
    const [newest, , third] = await bellOf(owner);
    await owner.ok("PATCH", `${PATH}/read`, { upTo: third?.id });
    expect((await bellOf(owner)).map(({ isRead }) => isRead)).toEqual([false, false, true, true, true]);
    await owner.ok("PATCH", `${PATH}/read`, { upTo: (newest?.id ?? 0) + 1000 });
    expect((await bellOf(owner)).every(({ isRead }) => isRead)).toBe(true);
    expect(await value("select notices_read_to from users where id = ?", owner.userId)).toBe(newest?.id);
  });
});
