import { contract } from "../features/contracts/testing/contracts.factory.ts";
import { backFromDiscord, crmBot, mapping } from "../features/discord/testing/discord.factory.ts";
import type { SystemRole } from "../lib/permissions.schema.ts";
import { BUDGETS, type Budget, GROWTH, KINDS, type Kind } from "./budgets.ts";
import type { RouteCase, Scene } from "./cases.ts";
import { fill } from "./fill.ts";
import { nextOf } from "./pipeline.ts";
import { ROUTES } from "./routes.ts";
import { backgroundDone, type Caller, freshDatabase, nobody, person, raw, value } from "./world.ts";

type CostCase = Pick<RouteCase, "route" | "request" | "status" | "trips"> & { kind?: Kind; caller?: Caller };

/** What one request did at one size of the tables; `answered` counts the records in its answer. */
type Cost = {
  route: string;
  role: SystemRole;
  budget: Budget;
  trips: number;
  read: number;
  written: number;
  answered: number;
};

/**
 * A route's cost over all callers: rows read by size (null where the request was not made), the most of the others,
 * and a sentence for each budget that is broken.
 */
export type RouteCost = {
  route: string;
  trips: number;
  read: (number | null)[];
  written: number;
  broken: Record<string, string>;
};
export type Costs = { sizes: readonly number[]; routes: RouteCost[] };

const VEGA = { username: "vega.rook", password: "nebula-drift-9" };

const searches = (list: string, ...queries: string[]) => lists("search", list, ...queries);
const lists = (kind: Kind, list: string, ...queries: string[]) =>
  queries.map(
    (query): CostCase => ({
      route: `GET /api/${list}/:orgId?${query}`,
      kind,
      request: () => ({ path: `/api/${list}/1?${query}` }),
    }),
  );

/** Requests whose cost the good request of a route does not show, in the order they are made. */
const MORE: CostCase[] = [
  {
    route: "POST /api/register (accepted)",
    kind: "several",
    caller: nobody,
    request: () => ({ path: "/api/register", body: { ...VEGA, displayName: "Vega Rook" } }),
    status: 201,
  },
  {
    route: "POST /api/login (accepted)",
    kind: "signIn",
    caller: nobody,
    request: () => ({ path: "/api/login", body: VEGA }),
  },
  {
    route: "POST /api/login (refused)",
    kind: "refused",
    caller: nobody,
    request: () => ({ path: "/api/login", body: { ...VEGA, password: "not-the-password" } }),
    status: 401,
  },
  {
    route: "GET /api/auth/discord/callback (accepted)",
    kind: "signIn",
    caller: nobody,
    request: backFromDiscord,
    status: 302,
  },
  {
    route: "DELETE /api/user (accepted)",
    kind: "several",
    caller: nobody,
    request: async () => {
      const { token, userId } = await person("member");
      const username = await value<string>("select username from users where id = ?", userId);
      return { path: "/api/user", body: { username }, headers: { Cookie: `session=${token}` } };
    },
  },
  ...searches(
    "prospects",
    "q=person",
    "q=person%2099",
    "q=pe",
    "status=inactive&assignedTo=none",
    "deadline=soon&status=active",
  ),
  ...searches(
    "audit",
    "q=nothing%20of%20this",
    "action=bot.created",
    "by=7",
    "session=123456789",
    "from=2020-01-01T00:00:00Z&to=2199-01-01T00:00:00Z",
  ),
  ...lists(
    "read",
    "contracts",
    "show=active&sort=deadline&limit=50",
    "show=active&sort=pay&limit=50",
    "show=drafts",
    "show=all_drafts&limit=50",
  ),
  ...searches(
    "contracts",
    "q=contract",
    "q=nothing",
    "location=nothing&sort=deadline",
    "open=1",
    "status=available&risk=high",
    "mine=assigned",
    "mine=posted&sort=pay",
    "show=drafts&q=contract",
  ),
  {
    route: "PUT /api/contracts/:id (given to a member)",
    request: async ({ caller }) => ({
      path: `/api/contracts/${await contract({ status: "posted", created_by: caller.memberId, pay: 5 })}`,
      body: { assignedTo: (await person("member")).userId, version: 1 },
    }),
  },
  {
    route: "PATCH /api/contracts/:id/status (accepted to draft)",
    request: async ({ caller, officer }) => ({
      path: `/api/contracts/${await contract({ status: "accepted", created_by: caller.memberId, assigned_to: officer.userId, pay: 5 })}/status`,
      body: { status: "draft", version: 1 },
    }),
  },
  {
    route: "GET /api/contract-applications/:orgId?of=security",
    request: () => ({ path: "/api/contract-applications/1?of=security" }),
  },
  {
    route: "GET /api/contract-applications/:orgId?contractId=",
    request: async () => {
      const id = await value<number>("select contract_id from contract_applications where id = 1");
      return { path: `/api/contract-applications/1?contractId=${id}` };
    },
  },
  {
    route: "PUT /api/members/:id/role (where roles are also given in Discord)",
    // The fourth looks, after the answer, whether a person's roles in Discord have to follow.
    trips: 4,
    request: async () => {
      await mapping("recruiter");
      await raw.DB.prepare("update discord_role_mappings set gives_in_discord = 1").run();
      const { memberId } = await person("member");
      const roleId = await value<number>(
        "select id from roles where organization_id = 1 and key = 'recruiter'",
      );
      return { path: `/api/members/${memberId}/role`, body: { roleId, version: 1 } };
    },
  },
  {
    route: "POST /api/discord/sync-members/:orgId (no news)",
    kind: "syncWithoutNews",
    request: async ({ caller }) => {
      // One of the cases has made a bot the CRM bot; this one has a token that Discord accepts.
      await raw.DB.prepare("update bots set is_crm_bot = 0").run();
      await crmBot();
      await caller.ok("POST", "/api/discord/sync-members/1");
      return { path: "/api/discord/sync-members/1" };
    },
  },
  {
    route: "POST /api/uex/sync-ships (no news)",
    kind: "syncWithoutNews",
    request: async ({ caller }) => {
      await caller.ok("POST", "/api/uex/sync-ships");
      return { path: "/api/uex/sync-ships" };
    },
  },
];

function kindOf({ kind, route }: CostCase, status: number): Kind {
  if (status === 304) return "unchanged";
  const known = kind ?? KINDS[route];
  if (known) return known;
  if (route.startsWith("GET ")) return "read";
  return status >= 400 ? "refused" : status === 201 ? "create" : "edit";
}

/** Records in an answer; a hangar's ships count besides it. */
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

/** Makes a case's request and those that follow from it: the next page, and asking again for what has not changed. */
async function measureCase(each: CostCase, scene: Scene): Promise<Cost[]> {
  const costs: Cost[] = [];
  const role = scene.role ?? "member";
  const [method = ""] = each.route.split(" ");
  const { path, body, headers: own } = await each.request(scene);
  const measure = async (what: string, at: string, status: number, headers: Record<string, string> = {}) => {
    await backgroundDone();
    const answer = await (each.caller ?? scene.caller).call(method, at, {
      body,
      headers: { ...own, ...headers },
    });
    await backgroundDone();
    // A role that may not make the request costs what finding that out costs: the same for every route.
    if (answer.status === 403) return answer;
    if (answer.status !== status) throw new Error(`${method} ${at}: ${answer.status} ${answer.text}`);
    const { trips, rowsRead: read, rowsWritten: written } = answer.meter;
    const budget: Budget = BUDGETS[kindOf(each, status)];
    costs.push({
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
 * Makes every route's good request and those of MORE, as an administrator and as one of the onboarding team, who
 * sees other rows, in a new database of `size` rows a table (see fill.ts).
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
    for (const each of ROUTES) costs.push(...(await measureCase(each, scene)));
  }
  const scene: Scene = {
    caller: await person("administrator"),
    role: "administrator",
    isForeign: false,
    officer,
  };
  for (const each of MORE) costs.push(...(await measureCase(each, scene)));
  return costs;
}

/** Rows that a request may read at most, given what the same request read at the smallest size. */
function mostRead({ budget, answered }: Cost, smallest: Cost): number {
  const most = budget.read?.(answered) ?? Number.POSITIVE_INFINITY;
  if (budget.grows) return most;
  return Math.min(most, smallest.read + GROWTH + 3 * Math.max(0, answered - smallest.answered));
}

/** Measures what every route costs at each size of the tables, smallest first. */
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
    }
  }
  return { sizes, routes: [...routes.values()] };
}

/** A sentence for each budget that is broken. */
export const brokenBudgets = ({ routes }: Costs): string[] =>
  routes.flatMap(({ broken }) => Object.values(broken));
