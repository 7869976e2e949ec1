import { beforeEach, describe, expect, it } from "vitest";
import { fill } from "../../testing/fill.ts";
import { nextOf } from "../../testing/pipeline.ts";
import { type Caller, organization, person, raw } from "../../testing/world.ts";
import type { FleetOwner, FleetSummary, OnlineMember } from "./fleet.schema.ts";
import { hangar } from "./testing/fleet.factory.ts";

let officer: Caller;
beforeEach(async () => {
  officer = await person("officer", 1, "Otto");
});

const fleet = (reader = officer) => reader.ok<FleetOwner[]>("GET", "/api/fleet/1");
const summary = () => officer.ok<FleetSummary>("GET", "/api/fleet/1/summary");
const online = async () =>
  (await officer.ok<OnlineMember[]>("GET", "/api/fleet/1/online")).map(({ memberId }) => memberId);
const set = (table: string, what: string, userId: number) =>
  raw.DB.prepare(`update ${table} set ${what} where user_id = ?`).bind(userId).run();

/** All pages of a list. */
async function allOf<Item>(path: string): Promise<Item[][]> {
  const pages: Item[][] = [];
  for (let next: string | null = path; next; ) {
    const { text, headers } = await officer.call("GET", next);
    pages.push(JSON.parse(text) as Item[]);
    next = nextOf(headers);
  }
  return pages;
}

describe("the fleet", () => {
  it("lists each owner with their ships and quantities, and no private fields", async () => {
    const mona = await person("member", 1, "Mona");
    const [first, second] = await hangar(mona.userId, [1, 3]);
    expect(await fleet()).toEqual([
      {
        owner: { memberId: mona.memberId, displayName: "Mona", avatarUrl: null },
        ships: [
          { shipId: first, quantity: 1 },
          { shipId: second, quantity: 3 },
        ],
      },
    ]);
  });

  it("keeps ships that have left the catalogue", async () => {
    const [shipId = 0] = await hangar(officer.userId, [1]);
    await raw.DB.prepare("update ships set is_listed = 0").run();
    expect((await fleet())[0]?.ships).toEqual([{ shipId, quantity: 1 }]);
  });

  it("leaves out hidden hangars and only counts them", async () => {
    const [mona, hidden] = [await person("member", 1, "Mona"), await person("member", 1, "Hidden Hans")];
    await hangar(mona.userId, [1]);
    await hangar(hidden.userId, [1], { isHidden: true });
    const { text } = await officer.call("GET", "/api/fleet/1");
    expect(text).toContain("Mona");
    expect(text).not.toContain("Hidden Hans");
    expect(await summary()).toEqual({ members: 3, hiddenHangars: 1 });
    await set("hangars", "is_hidden = 1", mona.userId);
    expect(await fleet()).toEqual([]);
    expect(await summary()).toEqual({ members: 3, hiddenHangars: 2 });
    await set("hangars", "is_hidden = 0", hidden.userId);
    expect((await fleet()).map(({ owner }) => owner.displayName)).toEqual(["Hidden Hans"]);
  });

  it("omits hangars of former members and of users without a membership", async () => {
    const [mona, visitor] = [await person("member"), await person(null)];
    for (const { userId } of [mona, visitor]) await hangar(userId, [1]);
    expect((await fleet()).map(({ owner }) => owner.memberId)).toEqual([mona.memberId]);
    await set("members", "status = 'inactive'", mona.userId);
    expect(await fleet()).toEqual([]);
    expect((await summary()).members).toBe(1);
  });

  it("shows only the reader's organization", async () => {
    const other = await organization();
    const foreign = await person("administrator", other);
    await hangar(foreign.userId, [1], { organizationId: other });
    await hangar(officer.userId, [1]);
    expect((await fleet()).map(({ owner }) => owner.memberId)).toEqual([officer.memberId]);
    for (const rest of ["", "/summary", "/online"])
      expect((await foreign.fails("GET", `/api/fleet/1${rest}`)).code).toBe("not_found");
    expect(await foreign.ok("GET", `/api/fleet/${other}`)).toHaveLength(1);
  });

  it("has every owner on one of its pages", async () => {
    await fill(200, [officer.memberId]);
    const all = await fleet();
    expect(all.length).toBeGreaterThan(15);
    const pages = await allOf<FleetOwner>("/api/fleet/1?limit=7");
    expect(pages.flat()).toEqual(all);
    expect(
      pages
        .map((page) => page.length)
        .slice(0, -1)
        .every((length) => length === 7),
    ).toBe(true);
    for (const query of ["cursor=nonsense", "limit=0", "hidden=1"])
      expect((await officer.fails("GET", `/api/fleet/1?${query}`)).code).toBe("invalid_input");
  });

  it("has a new entity tag when a hangar changes or is hidden, but not when a member is seen", async () => {
    await hangar(officer.userId, [1, 1]);
    const tagged = (tag: string) =>
      officer.call("GET", "/api/fleet/1", { headers: { "If-None-Match": tag } });
    let answer = await tagged("");
    for (const [statement, status] of [
      ["update members set last_seen_at = '2999-01-01T00:00:00.000Z'", 304],
      ["update hangar_ships set quantity = 2", 200],
      ["delete from hangar_ships where id = (select max(id) from hangar_ships)", 200],
      ["update hangars set is_hidden = 1", 200],
    ] as const) {
      await raw.DB.prepare(statement).run();
      const next = await tagged(answer.headers.get("ETag") ?? "");
      expect([statement, next.status]).toEqual([statement, status]);
      if (next.status === 200) answer = next;
    }
  });
});

describe("the list of members online", () => {
  const seen = (minutes: number, { userId }: Caller, more = "") =>
    set(
      "members",
      `in_discord = 1, last_seen_at = '${new Date(Date.now() - minutes * 60_000).toISOString()}'${more}`,
      userId,
    );

  it("has active members in the Discord server who were seen in the last half hour", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => person("member")));
    const [now, lately, long, left, former] = people as [Caller, Caller, Caller, Caller, Caller];
    await seen(0, now);
    await seen(29, lately);
    await seen(31, long);
    await seen(0, left, ", in_discord = 0");
    await seen(0, former, ", status = 'inactive'");
    expect(await online()).toEqual([lately.memberId, now.memberId]);
    const pages = await allOf<OnlineMember>("/api/fleet/1/online?limit=1");
    expect(pages.flat().map(({ memberId }) => memberId)).toEqual([lately.memberId, now.memberId]);
  });

  it("reads rows for the answered members only, whatever the size of the Discord server", async () => {
    await fill(2_000, [officer.memberId]);
    await raw.DB.prepare(
      "update members set in_discord = 1, last_seen_at = '2020-01-01T00:00:00.000Z'",
    ).run();
    await seen(0, officer);
    const { meter } = await officer.call("GET", "/api/fleet/1/online");
    expect(await online()).toEqual([officer.memberId]);
    expect(meter.trips).toBe(2);
    expect(meter.rowsRead).toBeLessThan(100);
  });
});
