import { vi } from "vitest";
import { API } from "../app.ts";
import { session } from "../features/sessions/testing/sessions.factory.ts";
import { tableNames } from "./inspect.ts";
import { isByMachine, ROUTES, type RouteCase, type Scene } from "./routes.ts";
import { type Answer, backgroundDone, organization, person, raw, rows } from "./world.ts";

/** The name of those who act in the traversal, which every request says in its headers, too. */
export const MARK = "Plantedcanary";
const HEARD = { "User-Agent": MARK, "X-Request-Id": MARK, "Accept-Language": MARK, Referer: MARK };

/** A column that no table has, in every row that the database answers to the traversal. */
export const PLANTED_COLUMN = "plantedColumn";

const planting = {
  prepare: (sql: string) => raw.DB.prepare(sql),
  batch: async (statements: D1PreparedStatement[]) => {
    const results = await raw.DB.batch<object>(statements);
    return results.map((result) => ({
      ...result,
      // A column of who acts is compared with the same one in D1.
      results: result.results.map((row) =>
        "isHeldBack" in row ? row : { ...row, [PLANTED_COLUMN]: "planted value" },
      ),
    }));
  },
} as unknown as D1Database;

/** The record of a route's valid request, which an administrator sent once. */
export type Kept = {
  each: RouteCase;
  path: string;
  answer: Answer;
  /** The lines that were logged until all work of the request had ended. */
  lines: string[];
  /** The answer to the same request again: where it has an entity tag, with it; where it stored an idempotency key, too. */
  again?: Answer;
  /** That answer once the caller may no longer see the records that they added. */
  later?: Answer;
  /** The answer to the same change again, as it stands then. */
  repeat?: Answer;
};

/** Routes whose answers have an entity tag. */
export const TAGGED = new Set(API.filter(({ depends }) => depends.length > 0).map(({ name }) => name));

/** Tables that say who the caller is; roles that are no system roles are moved. */
const KEPT_TABLES = ["users", "members", "roles"];

/** Gives everything of organization 1 but its people to another organization, so that the caller may see none of it. */
async function takeAway(): Promise<void> {
  const elsewhere = await organization();
  const tables = await rows<{ name: string }>(
    `select value as name from json_each(?), pragma_table_info(value) info where info.name = 'organization_id'
     and not exists (select 1 from sqlite_master where type = 'trigger' and tbl_name = value
       and sql like '%cannot be edited%')`,
    JSON.stringify(await tableNames()),
  );
  const moved = tables.filter(({ name }) => !KEPT_TABLES.includes(name));
  if (moved.length < 20) throw new Error(`${moved.length} tables have an organization`);
  await raw.DB.batch([
    raw.DB.prepare("pragma defer_foreign_keys = on"),
    ...moved.map(({ name }) =>
      raw.DB.prepare(`update or replace "${name}" set organization_id = ? where organization_id = 1`).bind(
        elsewhere,
      ),
    ),
    raw.DB.prepare(
      "update roles set organization_id = ?, name = name || ' of ' || id where is_system = 0 and organization_id = 1",
    ).bind(elsewhere),
  ]);
}

/** Collects what is logged meanwhile. */
function listening() {
  const lines: string[] = [];
  const spies = (["log", "info", "warn", "error", "debug"] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      lines.push(words.map(String).join(" "));
    }),
  );
  return { lines, end: () => void spies.map((spy) => spy.mockRestore()) };
}

/**
 * Sends the valid request of every route once as an administrator, and keeps what tests assert on: each of them is about all
 * routes. Requests are sent one after the other in one organization, so that each case sees what those before it left.
 */
export async function traverse(): Promise<{ kept: Kept[]; scene: Scene }> {
  const [caller, officer] = [await person("administrator", 1, MARK), await person("officer", 1, MARK)];
  const scene: Scene = { caller, role: "administrator", isForeign: false, officer };
  const { lines, end } = listening();
  const keysOfCaller = async () =>
    (await rows("select 1 from idempotency_keys where user_id = ?", caller.userId)).length;
  const kept: Kept[] = [];
  const repeated: (() => Promise<void>)[] = [];
  try {
    for (const [number, each] of ROUTES.entries()) {
      const [method = ""] = each.route.split(" ");
      const { path, body, headers: own } = await each.request(scene);
      await backgroundDone();
      lines.length = 0;
      const takesKey = method === "POST" && each.access !== "public" && !isByMachine(each) && !each.inBrowser;
      const key = takesKey ? { "Idempotency-Key": `key-${number}` } : {};
      const send = (more: Record<string, string> = {}) =>
        caller.call(method, path, {
          body,
          headers: { ...HEARD, ...own, ...key, ...more },
          database: planting,
        });
      const keys = takesKey ? await keysOfCaller() : 0;
      // Some entity tags change with the minute.
      if (TAGGED.has(each.route)) vi.useFakeTimers({ toFake: ["Date"] });
      const answer = await send();
      await backgroundDone();
      const one: Kept = { each, path, answer, lines: lines.splice(0) };
      kept.push(one);
      if (TAGGED.has(each.route)) {
        one.again = await send({ "If-None-Match": answer.headers.get("ETag") ?? "" });
        vi.useRealTimers();
      } else if (takesKey && answer.status < 300 && (await keysOfCaller()) > keys) {
        one.again = await send();
        repeated.push(async () => {
          one.later = await send();
        });
      } else if (method !== "GET" && answer.status < 300 && answer.status !== 201 && !isByMachine(each)) {
        const { version: _, ...rest } = body ?? {};
        one.repeat = await caller.call(method, path, {
          body: body && rest,
          headers: { ...HEARD, ...own },
          database: planting,
        });
        await backgroundDone();
      }
    }
    await takeAway();
    // One of the routes has signed the caller out.
    caller.token = (await session(caller)).token;
    for (const repeat of repeated) await repeat();
    await backgroundDone();
  } finally {
    vi.useRealTimers();
    end();
  }
  return { kept, scene };
}
