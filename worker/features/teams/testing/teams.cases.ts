import { BUDGETS } from "../../../testing/budgets.ts";
import { type RouteCase, read, type Scene } from "../../../testing/cases.ts";
import { person, raw } from "../../../testing/world.ts";
import { ANSWERS, appliedTo, clearTeams, roleOf, teamOf } from "./teams.factory.ts";

const ADMIN: RouteCase["access"] = ["admin.system"];
const BASE = "/api/team-applications";

/** The caller if they are an active member of organization 1, else the officer. */
const local = ({ isForeign, role, caller, officer }: Scene) =>
  isForeign || role === null ? officer : caller;

/** A team that the caller reviews for, with another member's application; returns both ids. */
async function reviewed(scene: Scene) {
  const teamId = await teamOf({ reviewer_role_id: await roleOf(local(scene)) });
  return { teamId, id: await appliedTo(teamId, await person("member")) };
}

const decides = (verb: "accept" | "decline"): RouteCase => ({
  route: `PATCH ${BASE}/:id/${verb}`,
  access: "member",
  ownsOr: ["admin.system"],
  inBrowser: true,
  request: async (scene) => ({
    path: `${BASE}/${(await reviewed(scene)).id}/${verb}`,
    body: { message: "See you at Everus", version: 1 },
  }),
  ofOrganization: true,
});

let turn = 0;
const team = () => ({ name: `Medics no. ${turn++}`, reviewerRoleId: null, roleId: null, isOpen: true });

export const cases: RouteCase[] = [
  read("/api/teams/:orgId", "member", "/api/teams/1", {
    ownsOr: ["admin.system"],
    inBrowser: true,
    // Counts what waits for each of the teams.
    budget: BUDGETS.counted,
  }),
  {
    route: "POST /api/teams/:orgId",
    access: ADMIN,
    request: async () => {
      await clearTeams();
      return { path: "/api/teams/1", body: team() };
    },
    status: 201,
    ofOrganization: true,
  },
  {
    route: "PATCH /api/teams/:id",
    access: ADMIN,
    request: async () => ({ path: `/api/teams/${await teamOf()}`, body: { ...team(), version: 1 } }),
    ofOrganization: true,
  },
  {
    route: "GET /api/teams/:id/applications",
    access: "member",
    ownsOr: ["admin.system"],
    inBrowser: true,
    request: async (scene) => ({ path: `/api/teams/${(await reviewed(scene)).teamId}/applications` }),
    ofOrganization: true,
  },
  {
    route: `POST ${BASE}`,
    access: "member",
    ownsOr: [],
    inBrowser: true,
    request: async (scene) => {
      await raw.DB.prepare("delete from team_applications where user_id = ?").bind(local(scene).userId).run();
      return { path: BASE, body: { teamId: await teamOf(), formNumber: 1, answers: ANSWERS } };
    },
    status: 201,
    ofOrganization: true,
  },
  decides("accept"),
  decides("decline"),
  {
    route: `PATCH ${BASE}/:id/withdraw`,
    access: "member",
    ownsOr: [],
    inBrowser: true,
    request: async (scene) => ({
      path: `${BASE}/${await appliedTo(await teamOf(), local(scene))}/withdraw`,
      body: { version: 1 },
    }),
    ofOrganization: true,
  },
];
