import { BOT_ROUTES } from "../features/bots/bots.cases.ts";
import type { Permission, SystemRole } from "../lib/permissions.schema.ts";
import { type Caller, hoursFromNow, person, prospect, raw, value } from "./world.ts";

/** Somebody of organization 1 beside the caller, whose records a call can be about. */
export type Scene = {
  caller: Caller;
  /** The caller's role while they are an active member. */
  role: SystemRole | null;
  /** The caller belongs to another organization. */
  isForeign: boolean;
  officer: Caller;
};

export type RouteRequest = {
  path: string;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
};

/** One route of the API as the product promises it. */
export type RouteCase = {
  /** Method and path template, as the router knows them. */
  route: string;
  access: "public" | "signed-in" | "gateway" | Permission[];
  /** Roles that may, of those that hold the permission. */
  only?: readonly SystemRole[];
  /** A good request; records it needs are made first, the caller's own where the caller may have some. */
  request: (scene: Scene) => RouteRequest | Promise<RouteRequest>;
  /** What a good request is answered with. */
  status?: number;
  code?: string;
  /** The request names records of organization 1, so that anybody from elsewhere is answered 404. */
  ofOrganization?: boolean;
  /** D1 round trips where the general budget does not hold. */
  trips?: number;
};

/** Which system roles hold the permissions that routes ask for. */
export const HOLDERS: Partial<Record<Permission, readonly SystemRole[]>> = {
  "dashboard.view": ["member", "onboarding_team", "recruiter", "crm_manager", "officer", "administrator"],
  "members.read": ["onboarding_team", "recruiter", "crm_manager", "officer", "administrator"],
  "prospects.read": ["onboarding_team", "recruiter", "crm_manager", "officer", "administrator"],
  "prospects.write": ["onboarding_team", "recruiter", "crm_manager", "officer", "administrator"],
  "prospects.assign": ["recruiter", "crm_manager", "officer", "administrator"],
  "crm.team_overview": ["recruiter", "crm_manager", "officer", "administrator"],
  "crm.assign": ["crm_manager", "officer", "administrator"],
  "bots.read": ["crm_manager", "officer", "administrator"],
  "bots.write": ["officer", "administrator"],
  "admin.system": ["administrator"],
};

const holds = (scene: Scene, permission: Permission) =>
  !scene.isForeign && HOLDERS[permission]?.some((role) => role === scene.role);

/** A member of organization 1: the caller if they are one who can be given prospects, else the officer. */
const worker = (scene: Scene) => (holds(scene, "prospects.write") ? scene.caller : scene.officer);

/** A prospect at onboarding that the caller, or else the officer, has. */
const theirProspect = (scene: Scene) =>
  prospect({ status: "onboarding", assigned_to: worker(scene).memberId });

const ofOne = { ofOrganization: true } as const;
const read = (route: string, access: RouteCase["access"], path: string): RouteCase => ({
  route: `GET ${route}`,
  access,
  request: () => ({ path }),
  ...ofOne,
});
const onProspect = (
  method: string,
  rest: string,
  access: RouteCase["access"],
  body?: (scene: Scene) => Record<string, unknown>,
): RouteCase => ({
  route: `${method} /api/prospects/:id/${rest}`,
  access,
  request: async (scene) => ({
    path: `/api/prospects/${await theirProspect(scene)}/${rest}`,
    ...(body ? { body: body(scene) } : {}),
  }),
  ...ofOne,
});

/** Every route of the API. The sync comes before there is a bot, signing out last: it ends the session. */
export const ROUTES: RouteCase[] = [
  { route: "GET /api/health", access: "public", request: () => ({ path: "/api/health" }) },
  {
    route: "POST /api/login",
    access: "public",
    request: () => ({ path: "/api/login", body: { username: "", password: "whatever-it-is" } }),
    status: 400,
    code: "invalid_input",
  },
  {
    route: "POST /api/register",
    access: "public",
    request: () => ({
      path: "/api/register",
      body: {
        username: "vega.rook",
        password: "123456",
        email: "vega@example.org",
        displayName: "Vega Rook",
      },
    }),
    status: 400,
    code: "weak_password",
  },
  {
    route: "GET /api/auth/discord",
    access: "public",
    request: () => ({ path: "/api/auth/discord" }),
    status: 302,
  },
  {
    route: "GET /api/auth/discord/callback",
    access: "public",
    request: () => ({ path: "/api/auth/discord/callback?error=access_denied" }),
    status: 302,
  },
  { route: "GET /api/user", access: "signed-in", request: () => ({ path: "/api/user" }) },
  { route: "GET /api/user/stats", access: "signed-in", request: () => ({ path: "/api/user/stats" }) },
  {
    route: "PATCH /api/user/language",
    access: "signed-in",
    request: () => ({ path: "/api/user/language", body: { language: "en" } }),
  },
  { route: "GET /api/user/sessions", access: "signed-in", request: () => ({ path: "/api/user/sessions" }) },
  {
    route: "DELETE /api/user/sessions",
    access: "signed-in",
    request: () => ({ path: "/api/user/sessions" }),
    status: 204,
  },
  {
    route: "DELETE /api/user/sessions/:id",
    access: "signed-in",
    request: async (scene) => {
      const userId = scene.isForeign || !scene.caller.userId ? scene.officer.userId : scene.caller.userId;
      await raw.DB.prepare(
        `insert into sessions (user_id, token_hash, method, created_at, last_seen_at, expires_at)
         values (?1, hex(randomblob(32)), 'password', ?2, ?2, ?3)`,
      )
        .bind(userId, hoursFromNow(0), hoursFromNow(24))
        .run();
      return { path: `/api/user/sessions/${await value("select max(id) from sessions")}` };
    },
    status: 204,
    ...ofOne,
  },
  {
    route: "GET /api/users/:id/role",
    access: "signed-in",
    request: ({ caller, officer, isForeign }) => ({
      path: `/api/users/${isForeign || !caller.userId ? officer.userId : caller.userId}/role`,
    }),
    ...ofOne,
  },
  {
    route: "GET /api/organization/:orgId/public-settings",
    access: "public",
    request: () => ({ path: "/api/organization/1/public-settings" }),
  },
  read("/api/members/:orgId", ["members.read"], "/api/members/1"),
  read("/api/members/:orgId/assignable", ["prospects.read"], "/api/members/1/assignable"),
  read("/api/prospects/:orgId", ["prospects.read"], "/api/prospects/1"),
  read("/api/prospects/:orgId/by-status/:status", ["prospects.read"], "/api/prospects/1/by-status/intro"),
  read("/api/prospects/:orgId/counts", ["prospects.read"], "/api/prospects/1/counts"),
  read("/api/prospects/:orgId/team", ["crm.team_overview"], "/api/prospects/1/team"),
  {
    route: "POST /api/prospects",
    access: ["prospects.write"],
    request: () => ({
      path: "/api/prospects",
      body: { organizationId: 1, displayName: "Vega Rook", username: "vega.rook", email: "vega@example.org" },
    }),
    status: 201,
    ...ofOne,
  },
  {
    route: "POST /api/prospects/bulk",
    access: ["prospects.write"],
    request: async (scene) => ({
      path: "/api/prospects/bulk",
      body: {
        prospects: [{ id: await theirProspect(scene), version: 1 }],
        change: { kind: "deadline", deadline: hoursFromNow(48) },
      },
    }),
  },
  {
    route: "POST /api/prospects/bulk/:changeId/undo",
    access: ["prospects.write"],
    request: async (scene) => {
      const { changeId } = await worker(scene).ok<{ changeId: number }>("POST", "/api/prospects/bulk", {
        prospects: [{ id: await theirProspect(scene) }],
        change: { kind: "deadline", deadline: hoursFromNow(48) },
      });
      return { path: `/api/prospects/bulk/${changeId}/undo` };
    },
    ...ofOne,
  },
  {
    route: "POST /api/prospects/reassign",
    access: ["crm.assign"],
    request: async (scene) => {
      const { memberId } = await person("recruiter");
      await prospect({ status: "onboarding", assigned_to: memberId });
      return { path: "/api/prospects/reassign", body: { from: memberId, to: scene.officer.memberId } };
    },
  },
  onProspect("GET", "record", ["prospects.read"]),
  onProspect("GET", "history", ["prospects.read"]),
  onProspect("GET", "discord-activities", ["prospects.read"]),
  onProspect("PATCH", "assign", ["prospects.assign", "crm.assign"], (scene) => ({
    assignedTo: worker(scene).memberId,
    deadline: hoursFromNow(30),
    version: 1,
  })),
  onProspect("PATCH", "status", ["prospects.write"], () => ({
    status: "active",
    notes: "Ready",
    version: 1,
  })),
  onProspect("PATCH", "notes", ["prospects.write"], () => ({ notes: "Speaks Danish", version: 1 })),
  onProspect("PATCH", "deadline", ["prospects.write"], () => ({
    deadline: hoursFromNow(30),
    notes: "Agreed",
    version: 1,
  })),
  {
    ...onProspect("POST", "time", ["prospects.write"], () => ({ minutes: 15, notes: "A call" })),
    status: 201,
  },
  read("/api/dashboard/stats/:orgId", ["dashboard.view"], "/api/dashboard/stats/1"),
  read("/api/activities/:orgId", ["dashboard.view"], "/api/activities/1"),
  {
    route: "POST /api/discord/sync-members/:orgId",
    access: ["admin.system"],
    request: () => ({ path: "/api/discord/sync-members/1" }),
    status: 404,
    code: "crm_bot_not_found",
    ...ofOne,
  },
  read("/api/discord/sync-status/:orgId", ["admin.system"], "/api/discord/sync-status/1"),
  ...BOT_ROUTES,
  {
    route: "GET /api/live",
    access: "signed-in",
    request: () => ({ path: "/api/live" }),
    status: 426,
    code: "upgrade_required",
  },
  { route: "POST /api/logout", access: "public", request: () => ({ path: "/api/logout" }), status: 204 },
];

/** Sends a route's good request as the scene's caller. */
export async function callRoute(each: RouteCase, scene: Scene, headers: Record<string, string> = {}) {
  const { path, body, headers: own } = await each.request(scene);
  const [method = ""] = each.route.split(" ");
  const answer = await scene.caller.call(method, path, { body, headers: { ...own, ...headers } });
  return { method, path, body, answer };
}
