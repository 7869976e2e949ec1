import type { Permission } from "../../../lib/permissions.schema.ts";
import { type RouteCase, read, type Scene } from "../../../testing/cases.ts";
import { raw } from "../../../testing/database.ts";
import { person } from "../../../testing/world.ts";
import { event } from "../../events/testing/events.factory.ts";
import { trigramsOf } from "../trigrams.ts";
import { comment, vote, wish } from "./wishes.factory.ts";

const reads: Permission[] = ["events.read"];
const writes: Permission[] = ["events.write"];

/** The caller, or the officer where the caller is no member of organization 1. */
const author = ({ isForeign, role, caller, officer }: Scene) =>
  isForeign || role === null ? officer : caller;
const theirWish = (scene: Scene, values: Record<string, unknown> = {}) =>
  wish({ submitted_by: author(scene).userId, ...values });

const onWish = (
  method: string,
  rest: string,
  access: Permission[],
  body?: Record<string, unknown>,
  more: Partial<RouteCase> = {},
): RouteCase => ({
  route: `${method} /api/wishes/:id${rest}`,
  access,
  request: async (scene) => ({
    path: `/api/wishes/${await theirWish(scene)}${rest}`,
    ...(body ? { body } : {}),
  }),
  ofOrganization: true,
  ...more,
});

const onComment = (
  method: string,
  rest: string,
  more: Partial<RouteCase>,
  body?: Record<string, unknown>,
): RouteCase => ({
  route: `${method} /api/wish-comments/:id${rest}`,
  access: reads,
  ownsOr: [],
  request: async (scene) => ({
    path: `/api/wish-comments/${await comment(await wish(), author(scene))}${rest}`,
    ...(body ? { body } : {}),
  }),
  ofOrganization: true,
  ...more,
});

const TITLE = "Timer for mining lasers";
/** Each trigram of a title is a row, beside those of any new record. */
const written = 20 + trigramsOf(TITLE).length;

/** An event that a wish is linked to. */
async function linked(scene: Scene) {
  const [wishId, eventId] = [await theirWish(scene), await event()];
  await raw.DB.prepare("insert into wish_links values (?, 'event', ?, 1)").bind(wishId, eventId).run();
  return `/api/wishes/${wishId}/links/event/${eventId}`;
}

export const cases: RouteCase[] = [
  read("/api/wishes/:orgId", reads, "/api/wishes/1?limit=20"),
  read("/api/wishes/:orgId/similar", reads, "/api/wishes/1/similar?title=Mining%20timer", { kind: "search" }),
  {
    route: "GET /api/wishes/:orgId/source",
    access: reads,
    request: async () => ({ path: `/api/wishes/1/source?kind=event&id=${await event()}` }),
    ofOrganization: true,
  },
  onWish("GET", "/details", reads),
  {
    route: "POST /api/wishes",
    access: reads,
    request: () => ({
      path: "/api/wishes",
      body: {
        organizationId: 1,
        title: TITLE,
        description: "**Warn me** before it overcharges.",
        priority: "high",
        category: "feature",
      },
      headers: { "Idempotency-Key": crypto.randomUUID() },
    }),
    status: 201,
    ofOrganization: true,
    budget: { trips: 3, written },
  },
  onWish(
    "PATCH",
    "",
    reads,
    { description: "Warn me earlier.", priority: "low", version: 1 },
    { ownsOr: writes },
  ),
  onWish("DELETE", "", reads, undefined, { ownsOr: writes, status: 204 }),
  onWish("POST", "/vote", reads, undefined, {
    ownsOr: writes,
    request: async (scene) => ({
      path: `/api/wishes/${await theirWish(scene)}/vote`,
      body: { userId: scene.caller.userId },
    }),
    gives: ({ userId }) => ({ body: { userId } }),
  }),
  onWish("DELETE", "/vote", reads, undefined, {
    ownsOr: writes,
    request: async (scene) => {
      const id = await theirWish(scene);
      await vote(id, author(scene));
      return { path: `/api/wishes/${id}/vote` };
    },
  }),
  onWish("PATCH", "/status", writes, {
    status: "approved",
    reply: "We build it in **December**.",
    version: 1,
  }),
  onWish("PUT", "/works", reads, undefined, {
    request: async (scene) => {
      const id = await theirWish(scene, { status: "completed" });
      await vote(id, author(scene));
      return { path: `/api/wishes/${id}/works`, body: { works: true } };
    },
  }),
  onWish("POST", "/merge", writes, undefined, {
    request: async (scene) => {
      const [id, into] = [await theirWish(scene), await wish()];
      await vote(id, author(scene));
      return { path: `/api/wishes/${id}/merge`, body: { into, version: 1 } };
    },
  }),
  onWish("DELETE", "/merge", writes, undefined, {
    // Adds the wish to the index of each order again.
    budget: { trips: 3, written: 18 },
    request: async (scene) => {
      const id = await theirWish(scene, { merged_into_id: await wish() });
      await vote(id, author(scene));
      return { path: `/api/wishes/${id}/merge` };
    },
  }),
  {
    ...onWish("POST", "/links", writes, undefined, {
      request: async (scene) => ({
        path: `/api/wishes/${await theirWish(scene)}/links`,
        body: { kind: "event", id: await event() },
      }),
    }),
    route: "POST /api/wishes/:wishId/links",
  },
  {
    route: "DELETE /api/wishes/:wishId/links/:kind/:id",
    access: writes,
    request: async (scene) => ({ path: await linked(scene) }),
    ofOrganization: true,
  },
  onWish("POST", "/comments", reads, { text: "So do I." }, { status: 201 }),
  onComment("PATCH", "", {}, { text: "So do **we**.", version: 1 }),
  onComment("DELETE", "", { status: 204 }),
  {
    route: "POST /api/wish-comments/:id/removal",
    access: writes,
    request: async () => ({
      path: `/api/wish-comments/${await comment(await wish(), await person("member"))}/removal`,
      body: { reason: "It names somebody.", version: 1 },
    }),
    ofOrganization: true,
  },
];
