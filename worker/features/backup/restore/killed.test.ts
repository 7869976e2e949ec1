import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FEATURES } from "../../../features.ts";
import { openDb } from "../../../lib/db/client.ts";
import { write } from "../../../lib/guard.ts";
import { FUZZ } from "../../../testing/runs.ts";
import { type Caller, person, prospect, raw, rows, settings, value } from "../../../testing/world.ts";
import { backupPlan } from "../export.ts";
import { applied } from "../testing/applied.ts";
import { advanceByClock } from "./apply.ts";
import type { Restore } from "./restore.schema.ts";
import { deleteOldRestores } from "./restore.ts";

const PATH = "/api/backup/restores";
const PLAN = backupPlan(FEATURES);
const TABLES = PLAN.sections.flatMap(({ tables }) => tables.map(({ name }) => name));

/** A database that answers a number of round trips and then none: the last request is executed, and its answer is lost. */
function answering(trips: number): { database: D1Database; asked: () => number } {
  let asked = 0;
  const database = new Proxy(raw.DB, {
    get(target, name) {
      const found = Reflect.get(target, name);
      if (name === "withSession") return () => database;
      if (name !== "batch") return typeof found === "function" ? found.bind(target) : found;
      return async (statements: D1PreparedStatement[]) => {
        asked += 1;
        if (asked > trips) throw new Error("killed");
        const results = await target.batch(statements);
        if (asked === trips) throw new Error("killed");
        return results;
      };
    },
  }) as D1Database;
  return { database, asked: () => asked };
}

/** The content of a backup without the log and the list of backups, to which a restore adds. */
async function stored(): Promise<string> {
  const kept = TABLES.filter((name) => !["audit_log", "backups"].includes(name));
  const found = await raw.DB.batch(
    kept.map((name) => raw.DB.prepare(`select * from "${name}" order by 1, 2`)),
  );
  return JSON.stringify(found.map(({ results }, at) => [kept[at], results]));
}

let ada: Caller;
let text: string;
let complete: string;
let untouched: string;

beforeEach(async () => {
  ada = await person("administrator", 1, "Ada");
  await raw.DB.prepare("update users set discord_id = '1' where id = ?").bind(ada.userId).run();
  const member = await person("member", 1, "Mona");
  const vega = await prospect({ display_name: "Vega", notes: "Before", assigned_to: member.memberId });
  const rook = await prospect({ display_name: "Rook" });
  await ada.ok("PATCH", `/api/prospects/${vega}/notes`, { notes: "In the document" });
  ({ text } = await ada.call("GET", "/api/backup/export"));
  complete = await stored();
  // One row of each kind: changed, deleted, new, and one whose id another row has now.
  await ada.ok("PATCH", `/api/prospects/${vega}/notes`, { notes: "After" });
  await raw.DB.batch([
    raw.DB.prepare("delete from prospects where id = ?").bind(rook),
    raw.DB.prepare("update users set created_at = '2020-01-01T00:00:00.000Z' where id = ?").bind(
      member.userId,
    ),
  ]);
  await prospect({ display_name: "Later" });
  untouched = await stored();
  // Silences the log of hundreds of killed requests.
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "log").mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

const upload = (database = raw.DB) => ada.call("POST", PATH, { body: text, database });
const apply = (id: number, database = raw.DB) =>
  ada.call("POST", `${PATH}/${id}/apply`, { body: { confirm: "Command Centre" }, database });

/** Round trips that `npm test` skips between similar steps; `npm run fuzz` kills after each. */
const LEAP = FUZZ.isFull ? 0 : 40;

describe("a restore that is killed after any of its round trips", () => {
  it("has changed nothing as a rehearsal, and does not affect the next one", async () => {
    const whole = answering(Number.POSITIVE_INFINITY);
    expect((await upload(whole.database)).status).toBe(201);
    const all = whole.asked();
    // At least one for each table.
    expect(all).toBeGreaterThan(TABLES.length);
    let trips = 1;
    let answer = await upload(answering(trips).database);
    while (answer.status !== 201) {
      expect([trips, await stored()]).toEqual([trips, untouched]);
      const isAmongAlike = trips > 6 && trips < all - 6;
      trips = isAmongAlike && LEAP > 0 ? Math.min(trips + LEAP, all - 6) : trips + 1;
      answer = await upload(answering(trips).database);
    }
    expect(all - trips).toBeLessThan(3);
    const { id } = JSON.parse(answer.text) as Restore;
    expect(await stored()).toBe(untouched);
    expect(await applied(ada, id)).toMatchObject({ state: "done", problem: null });
    expect(await stored()).toBe(complete);
    const { db } = openDb(raw.DB, "first-primary");
    const now = new Date(Date.now() + 2 * 3_600_000);
    await write(db, deleteOldRestores({ db, env: settings(), now, language: "en" }));
    expect(await value("select count(*) from restores where state = 'reading'")).toBe(0);
    const left =
      "select distinct restore_id from restore_rows where restore_id not in (select id from restores)";
    expect(await rows(left)).toEqual([]);
  });

  it("has changed nothing or everything as an application, and continues, by a request or by the clock", async () => {
    const { id } = JSON.parse((await upload()).text) as Restore;
    const at = async () =>
      rows<{ state: string; steps: string; done: number }>(
        "select state, steps, done from restores where id = ?",
        id,
      );
    let [now] = await at();
    /** Round trips after which the next one is killed: increased until one gets further. */
    const trips = { request: 1, clock: 1 };
    let [tries, steps, leap] = [0, 0, 0];
    for (; now?.state !== "done"; tries += 1) {
      const way = now?.state === "running" && steps % 2 === 1 ? "clock" : "request";
      const { database } = answering(trips[way] + leap);
      const { db } = openDb(database, "first-primary");
      const clock = { db, env: settings(), now: new Date(), language: "en" as const };
      if (way === "clock") await expect(advanceByClock(clock, 1, PLAN)).rejects.toThrow();
      else expect((await apply(id, database)).status).toBe(500);
      const [next] = await at();
      const isDone = next?.state === "done";
      expect([tries, await stored()]).toEqual([tries, isDone ? complete : untouched]);
      const locked = await rows("select is_locked as locked from pauses");
      expect([tries, locked]).toEqual([
        tries,
        next?.state === "rehearsed" ? [] : [{ locked: isDone ? 0 : 1 }],
      ]);
      const isFurther = JSON.stringify(next) !== JSON.stringify(now);
      steps += Number(isFurther);
      if (leap === 0) trips[way] = isFurther ? Math.max(1, trips[way] - 1) : trips[way] + 1;
      // Skips neither the end of the tables nor the last step, in which the rows are inserted.
      const isAmongAlike = (next?.done ?? 0) > 1 && TABLES.length - (next?.done ?? 0) > LEAP;
      leap = leap === 0 && isFurther && isAmongAlike ? LEAP : 0;
      now = next;
    }
    // Each table is kept and compared, and a request was killed before and after each.
    const most = FUZZ.isFull ? 2 * TABLES.length : 30;
    expect([steps > most, tries > 2 * steps - 10]).toEqual([true, true]);
  });
});
