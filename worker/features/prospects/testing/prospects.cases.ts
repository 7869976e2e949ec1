import type { Budget } from "../../../testing/budgets.ts";
import { type Holders, type RouteCase, read, type Scene } from "../../../testing/cases.ts";
import { hoursFromNow, raw } from "../../../testing/database.ts";
import { person } from "../../../testing/world.ts";
import { BULK_LIMIT } from "../pipeline.schema.ts";
import type { Prospect } from "../prospects.schema.ts";
import { prospect, prospects } from "./prospects.factory.ts";

/** An assignable member of organization 1: the caller, or else the officer. */
const worker = ({ isForeign, role, caller, officer }: Scene) =>
  isForeign || role === null || role === "member" ? officer : caller;

/** The most prospects at onboarding of one request, of the caller or else of the officer. */
const mostProspects = (scene: Scene) => prospects(BULK_LIMIT, worker(scene).memberId);

/** Makes users and active members of them. */
const intoMembers = async (scene: Scene) => ({
  prospects: (await mostProspects(scene)).map((id) => ({ id, version: 1 })),
  change: { kind: "status", status: "active" },
});

/** A prospect at onboarding of the caller, or else of the officer. */
const theirProspect = (scene: Scene) =>
  prospect({ status: "onboarding", assigned_to: worker(scene).memberId });

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
  ofOrganization: true,
  ownsOr: ["prospects.read_all"],
});

export const holders: Holders = {
  "prospects.read": ["onboarding_team", "recruiter", "crm_manager", "officer", "administrator"],
  "prospects.read_all": ["member", "recruiter", "crm_manager", "officer", "administrator"],
  "prospects.write": ["onboarding_team", "recruiter", "crm_manager", "officer", "administrator"],
  "prospects.assign": ["recruiter", "crm_manager", "officer", "administrator"],
  "crm.team_overview": ["recruiter", "crm_manager", "officer", "administrator"],
  "crm.assign": ["crm_manager", "officer", "administrator"],
};

/** Two dozen prospects with their histories. */
const TEST_DATA: Budget = { trips: 3, written: 900 };

export const cases: RouteCase[] = [
  {
    route: "GET /api/user/stats",
    access: "signed-in",
    scope: ["prospects.read"],
    request: () => ({ path: "/api/user/stats" }),
  },
  ...[
    read("/api/prospects/:orgId", ["prospects.read"], "/api/prospects/1"),
    read("/api/prospects/:orgId/by-status/:status", ["prospects.read"], "/api/prospects/1/by-status/intro"),
    read("/api/prospects/:orgId/counts", ["prospects.read"], "/api/prospects/1/counts"),
  ].map((each): RouteCase => ({ ...each, ownsOr: ["prospects.read_all"] })),
  read("/api/members/:orgId/voice", ["roster.read", "members.read"], "/api/members/1/voice", {
    kind: "counted",
  }),
  read("/api/prospects/:orgId/team", ["crm.team_overview"], "/api/prospects/1/team", { kind: "figures" }),
  {
    route: "POST /api/prospects",
    access: ["prospects.write"],
    request: () => ({
      path: "/api/prospects",
      body: { organizationId: 1, displayName: "Vega Rook", username: "vega.rook", email: "vega@example.org" },
    }),
    gives: ({ memberId }) => ({ body: { assignedTo: memberId } }),
    status: 201,
    ofOrganization: true,
  },
  {
    route: "POST /api/prospects/bulk",
    access: ["prospects.write"],
    ownsOr: ["prospects.read_all"],
    // Creates the record for undoing it.
    kind: "create",
    request: async (scene) => ({
      path: "/api/prospects/bulk",
      body: {
        prospects: [{ id: await theirProspect(scene), version: 1 }],
        change: { kind: "deadline", deadline: hoursFromNow(48) },
      },
    }),
    largest: async (scene) => ({ path: "/api/prospects/bulk", body: await intoMembers(scene) }),
    gives: ({ memberId }) => ({ body: { change: { kind: "assign", assignedTo: memberId } } }),
  },
  {
    route: "POST /api/prospects/bulk/:changeId/undo",
    access: ["prospects.write"],
    ownsOr: [],
    request: async (scene) => {
      const { changeId } = await worker(scene).ok<{ changeId: number }>("POST", "/api/prospects/bulk", {
        prospects: [{ id: await theirProspect(scene) }],
        change: { kind: "deadline", deadline: hoursFromNow(48) },
      });
      return { path: `/api/prospects/bulk/${changeId}/undo` };
    },
    largest: async (scene) => {
      const change = await intoMembers(scene);
      const { changeId } = await worker(scene).ok<{ changeId: number }>(
        "POST",
        "/api/prospects/bulk",
        change,
      );
      return { path: `/api/prospects/bulk/${changeId}/undo` };
    },
    ofOrganization: true,
  },
  {
    route: "POST /api/prospects/reassign",
    access: ["crm.assign"],
    kind: "create",
    request: async (scene) => {
      const { memberId } = await person("recruiter");
      await prospect({ status: "onboarding", assigned_to: memberId });
      return { path: "/api/prospects/reassign", body: { from: memberId, to: scene.officer.memberId } };
    },
    largest: async (scene) => {
      const { memberId } = await person("recruiter");
      await prospects(BULK_LIMIT, memberId);
      return { path: "/api/prospects/reassign", body: { from: memberId, to: scene.officer.memberId } };
    },
    gives: ({ memberId }) => ({ body: { to: memberId } }),
  },
  read("/api/test-data/:orgId", ["admin.system"], "/api/test-data/1"),
  {
    route: "POST /api/test-data/create",
    access: ["admin.system"],
    budget: TEST_DATA,
    generated: { adds: 1_000 },
    request: async () => {
      await raw.DB.prepare("delete from prospects where is_test = 1").run();
      return { path: "/api/test-data/create" };
    },
    status: 201,
  },
  {
    route: "DELETE /api/test-data/clear",
    unproven: "Deletes only what is marked as test data, which nobody signs in with.",
    access: ["admin.system"],
    budget: TEST_DATA,
    request: () => ({ path: "/api/test-data/clear" }),
  },
  onProspect("GET", "record", ["prospects.read"]),
  onProspect("GET", "history", ["prospects.read"]),
  onProspect("GET", "discord-activities", ["prospects.read"]),
  {
    ...onProspect("PATCH", "assign", ["prospects.assign", "crm.assign"], (scene) => ({
      assignedTo: worker(scene).memberId,
      deadline: hoursFromNow(30),
      version: 1,
    })),
    ownsOr: ["crm.assign"],
    gives: ({ memberId }) => ({ body: { assignedTo: memberId } }),
  },
  {
    unproven: "Daily work; a membership of the administration takes a proof.",
    ...onProspect("PATCH", "status", ["prospects.write"], () => ({
      status: "active",
      notes: "Ready",
      version: 1,
    })),
    // Makes a user and a member of a prospect.
    kind: "several",
    gives: async ({ memberId }) => ({
      path: `/api/prospects/${await prospect()}/status`,
      body: { status: "onboarding", assignedTo: memberId },
    }),
  },
  onProspect("PATCH", "notes", ["prospects.write"], () => ({ notes: "Speaks Danish", version: 1 })),
  onProspect("PATCH", "deadline", ["prospects.write"], () => ({
    deadline: hoursFromNow(30),
    notes: "Agreed",
    version: 1,
  })),
  {
    route: "POST /api/prospects/:id/undo",
    access: ["prospects.write", "prospects.assign", "crm.assign"],
    request: async (scene) => {
      const id = await theirProspect(scene);
      const change = { deadline: hoursFromNow(48) };
      const { version } = await worker(scene).ok<Prospect>("PATCH", `/api/prospects/${id}/deadline`, change);
      return { path: `/api/prospects/${id}/undo`, body: { version } };
    },
    ofOrganization: true,
    ownsOr: ["prospects.read_all"],
  },
  {
    ...onProspect("POST", "time", ["prospects.write"], () => ({ minutes: 15, notes: "A call" })),
    status: 201,
  },
];
