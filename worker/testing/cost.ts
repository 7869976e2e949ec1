import { vi } from "vitest";
import { LEAVING } from "../lib/outgoing/channels.ts";
import type { SystemRole } from "../lib/permissions.schema.ts";
import { BUDGETS, type Budget, GROWTH } from "./budgets.ts";
import type { Scene } from "./cases.ts";
import type { CostCase, CostFile } from "./costing.ts";
import { raw } from "./database.ts";
import { fill } from "./fill.ts";
import { filesOf } from "./found.ts";
import type { Meter } from "./meter.ts";
import { nextOf } from "./pipeline.ts";
import { expectedOf, isByMachine, ROUTES, type RouteCase } from "./routes.ts";
import { backgroundDone, freshDatabase, person } from "./world.ts";

/** The cost of one request at one size of the tables; `answered` counts the records in its answer. */
type Cost = {
  route: string;
  role: SystemRole;
  budget: Budget;
  trips: number;
  read: number;
  written: number;
  /** The fault in how it was counted in its sender's budget, if any. */
  miscounted: string | null;
  answered: number;
};

/**
 * A route's cost over all callers: rows read by size (null when the request was not made), the maximum of the others,
 * and a sentence for each broken budget.
 */
export type RouteCost = {
  route: string;
  trips: number;
  read: (number | null)[];
  written: number;
  broken: Record<string, string>;
};
export type Costs = { sizes: readonly number[]; routes: RouteCost[] };

/** Requests whose cost the good request of a route does not show, in the order they are made. */
const MORE = filesOf(import.meta.glob<CostFile>("../features/*/testing/*.cost.ts", { eager: true })).flatMap(
  ({ costs = [] }) => costs,
);

/** Whether the run measures a route: all of them, unless it names a part of their paths as COST_ROUTES. */
const isMeasured = ({ route }: CostCase) => route.includes(String(raw["TEST_COST_ROUTES"]));

function budgetOf({ kind, budget, route }: CostCase, status: number): Budget {
  if (status === 304) return BUDGETS.unchanged;
  if (budget) return budget;
  if (kind) return BUDGETS[kind];
  if (route.startsWith("GET ")) return BUDGETS.read;
  return status >= 400 ? BUDGETS.refused : status === 201 ? BUDGETS.create : BUDGETS.edit;
}

/** Routes that count their requests as attempts of a visitor, signed in or not. */
const OF_VISITORS = ROUTES.filter((each) => each.access === "public" || isByMachine(each)).map(
  ({ route }) => route,
);
/** Routes that write the rows of a whole organization, which do not count for one user's day. */
const UNCOUNTED = ["POST /api/backup/restores", "DELETE /api/backup/restores"];

/** Returns the fault of a user's request that wrote rows without being counted, or more of them than its route declares. */
function miscountOf({ route }: CostCase, { statements, rowsWritten }: Meter): string | null {
  if (rowsWritten === 0 || [...OF_VISITORS, ...UNCOUNTED].some((each) => route.startsWith(each))) return null;
  // Notes about a refusal do not count as the user's writes.
  const written = statements.filter(
    (each) =>
      /^\s*(insert|update|delete|replace|with)/i.test(each) && !/^\s*insert into "?security_log/i.test(each),
  );
  if (written.length === 0) return null;
  const counts = written.filter((each) => each.startsWith("insert into daily_budgets"));
  const [ahead, afterwards] = [false, true].map((isAfter) =>
    counts.some((each) => each.includes(" min(") === isAfter),
  );
  if (counts.length === 0) return "writes and is not counted";
  return ahead && afterwards ? "writes more than it declares" : null;
}

/** Counts the records in an answer, including a hangar's ships. */
function countRecords(text: string): number {
  try {
    const answer: unknown = JSON.parse(text);
    if (!Array.isArray(answer)) return 1;
    const ships = (answer as { ships?: unknown }[]).flatMap((each) => each?.ships ?? []);
    return answer.length + ships.length;
  } catch {
    return 1;
  }
}

/** Removes the receivers of messages that earlier cases left, so that no other request pays for a delivery after its answer. */
const silence = () =>
  raw.DB.batch(
    [
      "delete from webhooks where state = 'active'",
      "delete from announcement_channels",
      "delete from push_subscriptions",
      "delete from notice_settings",
      "delete from outbox",
      `update revisions set topics = json_remove(topics, '$.${LEAVING}')`,
    ].map((each) => raw.DB.prepare(each)),
  );

/** Makes a case's request and those that follow from it: the next page, and the same request with the entity tag. */
async function measureCase(each: CostCase, scene: Scene): Promise<Cost[]> {
  const costs: Cost[] = [];
  const role = scene.role ?? "member";
  const [method = ""] = each.route.split(" ");
  await silence();
  const { path, body, headers: own } = await each.request(scene);
  const measure = async (what: string, at: string, status: number, headers: Record<string, string> = {}) => {
    await backgroundDone();
    const sender = each.caller ?? scene.caller;
    const answer = await sender.call(method, at, {
      body,
      headers: { ...own, ...headers },
    });
    await backgroundDone();
    if (answer.status === 403) return answer;
    if (answer.status !== status) throw new Error(`${method} ${at}: ${answer.status} ${answer.text}`);
    const { trips, rowsRead: read, rowsWritten: written } = answer.meter;
    const budget = budgetOf(each, status);
    costs.push({
      miscounted: miscountOf(each, answer.meter),
      route: each.route + what,
      role,
      budget: each.trips ? { ...budget, trips: each.trips } : budget,
      trips,
      read,
      written,
      answered: countRecords(answer.text),
    });
    return answer;
  };
  const { headers } = await measure("", path, each.status ?? 200);
  const [tag, next] = [headers.get("ETag"), nextOf(headers)];
  if (tag) await measure(" (unchanged)", path, 304, { "If-None-Match": tag });
  if (next) await measure(" (next page)", next, 200);
  return costs;
}

/**
 * Stops the clock for one case: the entity tags of some answers change with the minute. The clock goes on between cases,
 * because the gateway refuses requests that were signed a minute ago.
 */
async function measureWithStoppedClock(each: CostCase, scene: Scene): Promise<Cost[]> {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    return await measureCase(each, scene);
  } finally {
    vi.useRealTimers();
  }
}

/**
 * Makes the valid request of every route and those of MORE, as an administrator and as a member of the onboarding
 * team, who sees other rows, in a new database of `size` rows per table (see fill.ts).
 */
async function measureAt(size: number): Promise<Cost[]> {
  await freshDatabase();
  const officer = await person("officer");
  const roles = ["onboarding_team", "administrator"] as const satisfies SystemRole[];
  const scenes = await Promise.all(
    roles.map(
      async (role): Promise<Scene> => ({ caller: await person(role), role, isForeign: false, officer }),
    ),
  );
  await fill(
    size,
    [officer, ...scenes.map(({ caller }) => caller)].map(({ memberId }) => memberId),
  );
  const costs: Cost[] = [];
  for (const scene of scenes) {
    const measured = routesOf(scene).filter((each) => size <= MOST_OF_WHOLE || !isUnlimited(each));
    for (const each of measured.filter(isMeasured))
      costs.push(...(await measureWithStoppedClock(each, scene)));
  }
  const scene: Scene = {
    caller: await person("administrator"),
    role: "administrator",
    isForeign: false,
    officer,
  };
  for (const each of MORE.filter(isMeasured)) costs.push(...(await measureWithStoppedClock(each, scene)));
  return costs;
}

/**
 * The routes that a caller is measured by: an administrator by all, others by those whose rows may differ for them. For a
 * role without access the cost is that of checking access, which is the same for every route.
 */
function routesOf(scene: Scene): readonly RouteCase[] {
  if (scene.role === "administrator") return ROUTES;
  return ROUTES.filter(
    (each) => (Array.isArray(each.access) || each.ownsOr) && expectedOf(each, scene).code !== "forbidden",
  );
}

/** Routes over a whole organization have no limit that more rows could break: they are measured with few. */
const isUnlimited = ({ trips = 0, budget }: RouteCase) => Math.max(trips, budget?.trips ?? 0) >= 1_000;
const MOST_OF_WHOLE = 1_000;

/** Returns the most rows that a request may read, given what it read at the smallest size. */
function mostRead({ budget, answered }: Cost, smallest: Cost): number {
  const most = budget.read?.(answered) ?? Number.POSITIVE_INFINITY;
  if (budget.grows) return most;
  return Math.min(most, smallest.read + GROWTH + 3 * Math.max(0, answered - smallest.answered));
}

/** Measures the cost of every route at each size of the tables, smallest first. */
export async function measureCosts(sizes: readonly number[]): Promise<Costs> {
  const routes = new Map<string, RouteCost>();
  const smallest = new Map<string, Cost>();
  for (const [at, size] of sizes.entries()) {
    for (const cost of await measureAt(size)) {
      const { route, role, budget, trips, read, written } = cost;
      const total = routes.get(route) ?? {
        route,
        trips: 0,
        read: sizes.map(() => null),
        written: 0,
        broken: {},
      };
      routes.set(route, total);
      total.trips = Math.max(total.trips, trips);
      total.written = Math.max(total.written, written);
      total.read[at] = Math.max(total.read[at] ?? 0, read);
      const first = smallest.get(`${role} ${route}`) ?? cost;
      smallest.set(`${role} ${route}`, first);
      for (const [what, is, most] of [
        ["round trips", trips, budget.trips],
        ["rows read", read, mostRead(cost, first)],
        ["rows written", written, budget.written],
      ] as const) {
        if (is > most)
          total.broken[what] = `${route}: ${is} ${what} as ${role} at ${size} rows, at most ${most}`;
      }
      if (cost.miscounted) total.broken["count"] = `${route}: ${cost.miscounted} as ${role} at ${size} rows`;
    }
  }
  return { sizes, routes: [...routes.values()] };
}

export const brokenBudgets = ({ routes }: Costs): string[] =>
  routes.flatMap(({ broken }) => Object.values(broken));
