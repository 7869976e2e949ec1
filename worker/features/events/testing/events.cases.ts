import { type Holders, type RouteCase, read, type Scene } from "../../../testing/cases.ts";
import { hoursFromNow } from "../../../testing/database.ts";
import { person } from "../../../testing/world.ts";
import { MOST_ROLES, MOST_SLOTS } from "../events.schema.ts";
import { answer, event, everyDay, fillSeries, manyRoles, template, terms, weekly } from "./events.factory.ts";

export const holders: Holders = {
  "events.read": ["member", "onboarding_team", "recruiter", "crm_manager", "officer", "administrator"],
  "events.write": ["officer", "administrator"],
};

/** An event that the caller organizes, or the officer where the caller is no member of the organization. */
const theirEvent = ({ isForeign, role, caller, officer }: Scene, values: Record<string, unknown> = {}) => {
  const { userId } = isForeign || role === null ? officer : caller;
  return event({ organizer_id: userId, created_by: userId, ...values });
};

const onEvent = (
  method: string,
  rest: string,
  body?: Record<string, unknown>,
  more: Partial<RouteCase> = {},
): RouteCase => ({
  route: `${method} /api/events/:id${rest}`,
  access: ["events.read"],
  request: async (scene) => ({
    path: `/api/events/${await theirEvent(scene)}${rest}`,
    ...(body ? { body } : {}),
  }),
  ofOrganization: true,
  ...more,
});

/** Every field of an event's form, at its largest size. */
const largestTerms = async (organizerId: number) => ({
  ...terms({ maxAttendees: 500, organizerId, closesMinutes: 60, hasWaitingList: true, isMirrored: true }),
  audience: await manyRoles(MOST_ROLES),
  slots: Array.from({ length: MOST_SLOTS }, (_, at) => ({
    ...{ id: at + 1, name: `Slot ${at}`, ship: null, need: null, seats: 1 },
  })),
  recurrence: { ...weekly(), weekdays: everyDay },
});

/** A template of the largest size. */
async function largestTemplate() {
  const { title, description, location, maxAttendees, audience, slots } = await largestTerms(1);
  const values = { title, description, location, maxAttendees, audience, slots };
  return { name: `Convoy ${crypto.randomUUID()}`, terms: { ...values, time: "20:30" } };
}

/** The first date of a series of the caller; on each date one user has a place and two wait. */
async function answeredSeries(scene: Scene): Promise<number> {
  const first = await theirEvent(scene);
  await fillSeries(first, [scene.caller.userId, scene.officer.userId, (await person("member")).userId]);
  return first;
}

const owned = (each: RouteCase): RouteCase => ({ ...each, ownsOr: ["events.write"] });

export const cases: RouteCase[] = [
  read("/api/events/:orgId", ["events.read"], "/api/events/1?limit=20"),
  read("/api/events/:orgId/strip", ["events.read"], `/api/events/1/strip?from=${hoursFromNow(-24)}`, {
    kind: "search",
  }),
  onEvent("GET", "/details"),
  {
    route: "POST /api/events",
    access: ["events.write"],
    request: () => ({
      path: "/api/events",
      body: terms({ organizationId: 1 }),
      headers: { "Idempotency-Key": crypto.randomUUID() },
    }),
    largest: async ({ officer }) => ({ path: "/api/events", body: await largestTerms(officer.userId) }),
    gives: ({ userId }) => ({ body: { organizerId: userId } }),
    status: 201,
    ofOrganization: true,
  },
  {
    route: "POST /api/events/dates",
    access: ["events.read"],
    request: () => ({
      path: "/api/events/dates",
      body: { startsAt: hoursFromNow(72), timeZone: "Europe/Copenhagen", recurrence: weekly() },
    }),
    largest: () => ({
      path: "/api/events/dates",
      body: {
        startsAt: hoursFromNow(72),
        timeZone: "Europe/Copenhagen",
        recurrence: { ...weekly(), weekdays: everyDay },
      },
    }),
  },
  ...[
    onEvent(
      "PATCH",
      "",
      { title: "Convoy to Nyx", startsAt: hoursFromNow(96), version: 1 },
      {
        largest: async (scene) => ({
          path: `/api/events/${await answeredSeries(scene)}`,
          body: { ...(await largestTerms(scene.officer.userId)), which: "following" },
        }),
        gives: ({ userId }) => ({ body: { organizerId: userId } }),
      },
    ),
    onEvent("GET", "/clashes", undefined, {
      request: async (scene) => ({
        path: `/api/events/${await theirEvent(scene)}/clashes?startsAt=${hoursFromNow(72)}&lengthMinutes=120`,
      }),
    }),
    onEvent("POST", "/cancel", { reason: "Servers are down", version: 1 }),
    onEvent(
      "POST",
      "/people",
      { guest: "Ruben" },
      {
        gives: ({ userId }) => ({ body: { userId, guest: undefined } }),
      },
    ),
    onEvent("DELETE", "/people/:answerId", undefined, {
      request: async (scene) => {
        const id = await theirEvent(scene);
        return { path: `/api/events/${id}/people/${await answer(id, null, { guest: "Ruben" })}` };
      },
    }),
  ].map(owned),
  onEvent("DELETE", "", undefined, {
    ownsOr: [],
    status: 204,
    request: async (scene) => ({ path: `/api/events/${await theirEvent(scene, { status: "draft" })}` }),
  }),
  onEvent("POST", "/join", { wait: true }),
  onEvent("POST", "/leave", undefined, {
    request: async (scene) => {
      const id = await theirEvent(scene);
      if (scene.role !== null && !scene.isForeign) await answer(id, scene.caller.userId);
      return { path: `/api/events/${id}/leave` };
    },
  }),
  onEvent("PUT", "/answer", { answer: "maybe" }),
  read("/api/event-templates/:orgId", ["events.write"], "/api/event-templates/1"),
  {
    route: "POST /api/event-templates",
    access: ["events.write"],
    request: () => ({
      path: "/api/event-templates",
      body: { organizationId: 1, name: `Convoy ${crypto.randomUUID()}`, terms: { time: "20:30" } },
      headers: { "Idempotency-Key": crypto.randomUUID() },
    }),
    largest: async () => ({ path: "/api/event-templates", body: await largestTemplate() }),
    status: 201,
    ofOrganization: true,
  },
  {
    route: "PATCH /api/event-templates/:id",
    access: ["events.write"],
    request: async () => {
      const id = await template(`Convoy ${crypto.randomUUID()}`);
      return {
        path: `/api/event-templates/${id}`,
        body: { name: `Convoy ${id}`, terms: { title: "Convoy to Nyx" }, version: 1 },
      };
    },
    largest: async () => ({
      path: `/api/event-templates/${await template(`Convoy ${crypto.randomUUID()}`)}`,
      body: await largestTemplate(),
    }),
    ofOrganization: true,
  },
  {
    route: "DELETE /api/event-templates/:id",
    access: ["events.write"],
    request: async () => ({
      path: `/api/event-templates/${await template(`Convoy ${crypto.randomUUID()}`)}`,
    }),
    status: 204,
    ofOrganization: true,
  },
];
