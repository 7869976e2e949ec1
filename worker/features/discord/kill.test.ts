import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { discordOf, resetDiscord } from "../../testing/discord.ts";
import { type Caller, freshDatabase, person, raw, rows } from "../../testing/world.ts";
import { crmBot, mapRolesOf, syncedWorld } from "./testing/discord.factory.ts";

const SYNC = "/api/discord/sync-members/1";

/**
 * Round trips of an undisturbed sync of 2,500 people after the session's: read, begin, three pages. After the answer, one
 * more counts the rows that it wrote beyond the estimate.
 */
const TRIPS = 5;

let administrator: Caller;
let base: string;

async function prepare(): Promise<void> {
  base = await discordOf(2500);
  await resetDiscord(base);
  administrator = await person("administrator", 1, "Ada");
  await crmBot();
  await mapRolesOf(base, ["Officer", "officer"], ["Crew", "member"]);
}
beforeEach(prepare);

/** A database that fails at its nth batch, before or after that batch took effect, and at all later ones. */
function dyingAt(nth: number, isWritten: boolean): D1Database {
  let batches = 0;
  return new Proxy(raw.DB, {
    get(target, name) {
      if (name !== "batch") {
        const member = Reflect.get(target, name) as unknown;
        return typeof member === "function" ? member.bind(target) : member;
      }
      return async (statements: D1PreparedStatement[]) => {
        batches++;
        if (batches > nth || (batches === nth && !isWritten)) throw new Error("killed");
        const results = await target.batch(statements);
        if (batches === nth) throw new Error("killed");
        return results;
      };
    },
  });
}

/** Ends the lease of a killed run. */
const expireLease = () =>
  raw.DB.prepare("update sync_runs set lease_until = '2000-01-01' where status = 'running'").run();

/** Rows that the first list has more often than the second: the first few, where there are thousands. */
function onlyIn(first: unknown[] = [], second: unknown[] = []): string[] {
  const counts = new Map<string, number>();
  for (const row of second) counts.set(JSON.stringify(row), (counts.get(JSON.stringify(row)) ?? 0) + 1);
  const only = first
    .map((row) => JSON.stringify(row))
    .filter((row) => {
      const left = counts.get(row) ?? 0;
      counts.set(row, left - 1);
      return left <= 0;
    });
  return only.slice(0, 5);
}

async function sync(database?: D1Database) {
  const settings = { DISCORD_API_URL: `${base}/api/v10` };
  return administrator.call("POST", SYNC, { settings, ...(database ? { database } : {}) });
}

describe("a sync that is killed", () => {
  let undisturbed: Awaited<ReturnType<typeof syncedWorld>>;

  beforeAll(async () => {
    await freshDatabase();
    await prepare();
    const answer = await sync();
    expect(answer.status).toBe(200);
    // One more: looking the session up.
    expect(answer.meter.trips).toBe(TRIPS + 1 + 1);
    undisturbed = await syncedWorld();
  });

  // A batch that never began leaves the state after the batch before it.
  const points = [
    { nth: 2, isWritten: false },
    ...Array.from({ length: TRIPS }, (_, at) => ({ nth: at + 2, isWritten: true })),
  ];
  it.each(points)(
    "at batch $nth (written: $isWritten) has the same result after another run as one that was not killed",
    async ({ nth, isWritten }) => {
      expect((await sync(dyingAt(nth, isWritten))).status).toBe(500);
      await expireLease();
      const again = await sync();
      expect(again.status).toBe(200);
      const ended = await syncedWorld();
      for (const table of ["mirror", "users", "members", "prospects", "activities"]) {
        expect(onlyIn(ended[table], undisturbed[table]), `${table}, too much`).toEqual([]);
        expect(onlyIn(undisturbed[table], ended[table]), `${table}, missing`).toEqual([]);
      }
      const people = await rows("select status, processed from sync_runs");
      expect(people.at(-1)).toEqual({ status: "completed", processed: 2500 });
    },
  );

  it("is not taken over while it may still be alive, and cannot write after it was taken over", async () => {
    await sync(dyingAt(4, true));
    expect(JSON.parse((await sync()).text)).toMatchObject({ code: "sync_running" });
    await expireLease();
    await raw.DB.prepare("update sync_runs set fence = fence + 1").run();
    const [run] = await rows<{ fence: number }>("select fence from sync_runs");
    expect((await sync()).status).toBe(200);
    expect(await rows("select fence, status from sync_runs")).toEqual([
      { fence: (run?.fence ?? 0) + 1, status: "completed" },
    ]);
  });
});
