import { type RouteCase, read, type Scene } from "../../../testing/cases.ts";
import { manyUsers, raw } from "../../../testing/world.ts";
import { answer } from "../../events/testing/events.factory.ts";
import { MOST_CONFIRMED } from "../attendance.schema.ts";
import { CLAIM, heard, noted, over } from "./attendance.factory.ts";

/** A past event of the caller, or of the officer where the caller is no member of the organization. */
const theirs = ({ isForeign, role, caller, officer }: Scene) => {
  const { userId } = isForeign || role === null ? officer : caller;
  return over(30, { organizer_id: userId, created_by: userId });
};

/** A past event with a user who had a place. */
async function attended(scene: Scene) {
  const id = await theirs(scene);
  const [userId = 0] = await members(1);
  await answer(id, userId);
  await heard(id, { userId }, [
    [0, "join"],
    [110, "leave"],
  ]);
  return { id, userId };
}

/** Adds users with a membership. */
async function members(count: number): Promise<number[]> {
  const ids = await manyUsers(count);
  await raw.DB.prepare(
    `insert into members (organization_id, user_id, role_id, role_source, status, joined_at, updated_at)
     select 1, value, (select id from roles where organization_id = 1 and key = 'member'), 'person', 'active',
       '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' from json_each(?)`,
  )
    .bind(JSON.stringify(ids))
    .run();
  return ids;
}

const routeCase = (route: string, more: Omit<RouteCase, "route" | "access">): RouteCase => ({
  route,
  access: ["events.read"],
  ofOrganization: true,
  ...more,
});
const owned = (route: string, more: Omit<RouteCase, "route" | "access">): RouteCase =>
  routeCase(route, { ownsOr: ["events.write"], ...more });

/** Reads the people of the event, what bots saw in its time, and what they saw of each. */
const READS = { trips: 2, written: 0, read: () => 300 };

export const cases: RouteCase[] = [
  read("/api/events/:orgId/unconfirmed", ["events.read"], "/api/events/1/unconfirmed", { kind: "figures" }),
  routeCase("GET /api/events/:id/attendance", {
    request: async (scene) => ({ path: `/api/events/${(await attended(scene)).id}/attendance` }),
    budget: READS,
  }),
  owned("GET /api/events/:id/attendance/export", {
    proof: true,
    request: async (scene) => ({ path: `/api/events/${(await attended(scene)).id}/attendance/export` }),
    budget: READS,
  }),
  owned("PUT /api/events/:id/attendance", {
    request: async (scene) => {
      const { id, userId } = await attended(scene);
      const people = [{ userId, answer: "partly", minutes: 50 }];
      return { path: `/api/events/${id}/attendance`, body: { people } };
    },
    largest: async (scene) => {
      const id = await theirs(scene);
      const ids = await members(MOST_CONFIRMED);
      for (const userId of ids.slice(0, 3)) await answer(id, userId);
      return {
        path: `/api/events/${id}/attendance`,
        body: { people: ids.map((userId) => ({ userId, answer: "no" })) },
      };
    },
    gives: ({ userId }) => ({ body: { people: [{ userId, answer: "yes" }] } }),
    generated: { adds: MOST_CONFIRMED },
  }),
  routeCase("POST /api/events/:id/claim", {
    request: async (scene) => ({
      path: `/api/events/${await theirs(scene)}/claim`,
      body: { minutes: 45, note: "I flew along from Checkmate" },
    }),
  }),
  owned("PUT /api/events/:id/claims/:personId", {
    request: async (scene) => {
      const { id, userId } = await attended(scene);
      await noted(id, userId, CLAIM);
      return { path: `/api/events/${id}/claims/${userId}`, body: { state: "approved" } };
    },
  }),
  routeCase("GET /api/events/:id/report", {
    request: async (scene) => ({ path: `/api/events/${await theirs(scene)}/report` }),
  }),
  owned("PUT /api/events/:id/report", {
    request: async (scene) => ({
      path: `/api/events/${await theirs(scene)}/report`,
      body: { text: "All six crates arrived.", wentWell: "The escort held.", version: 0 },
    }),
  }),
  read("/api/event-statistics/:orgId/own", ["events.read"], "/api/event-statistics/1/own", {
    kind: "counted",
  }),
  {
    route: "GET /api/event-statistics/members/:id",
    access: ["members.read"],
    kind: "counted",
    request: ({ officer }) => ({ path: `/api/event-statistics/members/${officer.memberId}` }),
    ofOrganization: true,
  },
  {
    route: "PATCH /api/event-statistics",
    access: ["events.read"],
    request: () => ({ path: "/api/event-statistics", body: { isShared: true } }),
  },
];
