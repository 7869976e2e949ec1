import { expect, it } from "vitest";
import { RESERVED_ROWS, ROWS_A_DAY } from "./lib/write-budget.ts";
import { expectedOf, isByMachine, ROUTES, type RouteCase, type Scene } from "./testing/routes.ts";
import { FUZZ } from "./testing/runs.ts";
import { type Answer, backgroundDone, Caller, freshDatabase, person, raw, value } from "./testing/world.ts";

const ROLES = { stranger: null, member: "member", officer: "officer" } as const;

/** Refusals for good by another limit than the rows. */
const OTHER_LIMITS: Record<string, string> = {
  "POST /api/discord-bots": "bots_full",
  "POST /api/event-templates": "event_templates_full",
};

/** A caller whose requests are all added up, those too that make the records that another request is about. */
class Counted extends Caller {
  written = 0;
  override async call(...given: Parameters<Caller["call"]>): Promise<Answer> {
    const answer = await super.call(...given);
    await backgroundDone();
    const { rowsWritten, statements } = answer.meter;
    // What is noted of a refusal is one row, and has a limit of its own.
    const noted = statements.filter((each) => /^\s*insert into "?security_log/i.test(each));
    this.written += rowsWritten - noted.length;
    return answer;
  }
}

/** What a route answers, or the refusal of a request that was to make the records for it. */
async function hammer(each: RouteCase, make: RouteCase["request"], scene: Scene) {
  try {
    const { path, body, headers = {} } = await make(scene);
    const [method = ""] = each.route.split(" ");
    const { status, text } = await scene.caller.call(method, path, { body, headers });
    return { status, text };
  } catch (error) {
    if (!String(error).includes("write_budget_used")) throw error;
    return { status: 429, text: String(error) };
  }
}

const codeOf = (text: string) => /"code":"(\w+)"/.exec(text)?.[1] ?? text;

/** Rounds within which every route has refused; the small budget of proofs takes most of them. */
const MOST_ROUNDS = 60;

/** Rows of each budget that a user has left when they begin; all of them in `npm run fuzz`. */
const LEFT = FUZZ.isFull
  ? { rows: Number.POSITIVE_INFINITY, proofs: RESERVED_ROWS.proof }
  : { rows: 4_000, proofs: 600 };

/** Sets what a user has used before. */
async function begin(userId: number, figure: number) {
  const used = { rows: Math.max(0, figure - LEFT.rows), proofs: RESERVED_ROWS.proof - LEFT.proofs };
  for (const [kind, count] of Object.entries(used))
    await raw.DB.prepare(
      "insert into daily_budgets (user_id, day, kind, used, most) values (?, date('now'), ?, ?, ?)",
    )
      .bind(userId, kind, count, count)
      .run();
  return used;
}

/**
 * A user with that much left sends valid requests to every route that writes and that they may call, in turn, then the
 * largest ones of those that take lists, then all of them again, until each of the routes has refused for good. It shows
 * of each request that what it wrote was counted, and that a day's rows, as D1 reports them, stay below the figure: nothing
 * is left out or made smaller.
 */
for (const [kind, role] of Object.entries(ROLES)) {
  it(`${kind}: hammering every route that writes until each refuses for good, writes at most the figure and the reserves`, async () => {
    await freshDatabase();
    // Undoing a bulk change must not touch the last one.
    await person("administrator");
    const { token, userId, memberId } = await person(role);
    const caller = new Counted(token, userId, memberId);
    const scene: Scene = { caller, role, isForeign: false, officer: await person("officer") };
    const counted = async () =>
      (await value<number>(
        "select coalesce(sum(used), 0) from daily_budgets where user_id = ? and kind in ('rows', 'proofs')",
        userId,
      )) - start.proofs;
    const figure = ROWS_A_DAY[kind as keyof typeof ROLES];
    const start = await begin(userId, figure);
    const wrong: string[] = [];
    let [refused, usedBefore] = [0, start.rows];
    /** Routes for whose largest request too little is left. */
    const small = new Set<RouteCase>();
    /** Routes that still write, with how they refused the last time. */
    const open = new Map<RouteCase, string>();
    for (const each of ROUTES)
      if (each.access !== "public" && !isByMachine(each) && expectedOf(each, scene).code !== "forbidden")
        open.set(each, "");
    for (let round = 0; open.size > 0 && round < MOST_ROUNDS; round++) {
      const isLarge = (each: RouteCase) => each.largest !== undefined && !small.has(each);
      // From the third round on the largest requests alone use up the rows, until too few are left for any of them.
      const isForLarge = round > 1 && [...open.keys()].some(isLarge);
      for (const [each, before] of open) {
        if (isForLarge && !isLarge(each)) continue;
        const was = caller.written;
        const make = (isLarge(each) && each.largest) || each.request;
        const { status, text } = await hammer(each, make, scene);
        const code = status < 400 ? "" : codeOf(text);
        const used = await counted();
        const [wrote, spent] = [caller.written - was, used - usedBefore];
        usedBefore = used;
        // At the end what was written beyond an estimate is counted to the figure at most.
        if (wrote > spent && used < figure) wrong.push(`${each.route}: ${wrote} written, ${spent} counted`);
        const isUsed = code === "write_budget_used";
        // A request that is answered and wrote nothing only reads, or has nothing left to change.
        const isIdle = caller.written === was && (code === "" || (!isUsed && each.route.startsWith("GET ")));
        if (isUsed) refused += 1;
        else if (code && code === before && code !== each.code && code !== OTHER_LIMITS[each.route])
          wrong.push(`${each.route}: ${status} ${text}`);
        if (isUsed && make === each.largest) small.add(each);
        else if (isIdle || isUsed || (code && code === before)) open.delete(each);
        else open.set(each, code);
      }
    }
    expect([...open.keys()].map(({ route }) => `${route} never refuses`)).toEqual([]);
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(20);
    const left = figure - start.rows;
    expect(caller.written).toBeLessThanOrEqual(left + RESERVED_ROWS.ending + LEFT.proofs);
    expect(caller.written).toBeGreaterThan(left / 4);
  });
}
