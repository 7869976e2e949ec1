import type { SessionContext } from "../context.ts";
import { errors } from "../errors.ts";
import { inSession } from "../http/access.ts";
import { response } from "../http/answers.ts";
import type { RequestContext } from "../http/app.ts";
import { get } from "../http/route.ts";
import { assertFreshActor } from "../http/ways-in.ts";
import { hubOf, READER_HEADER, readerOf } from "./announce.ts";

/** Browsers let any page open a WebSocket with the user's cookies: only our own origin may. */
export const liveRoutes = [
  get("/live", {
    access: inSession(),
    summary: "Open the live connection of a page",
    answers: response(101),
    run: openLive,
  }),
];

async function openLive({ env, actor }: SessionContext, _: unknown, c: RequestContext): Promise<Response> {
  if (c.req.header("Origin") !== new URL(env.APP_URL).origin) throw errors.cross_site();
  if (c.req.header("Upgrade")?.toLowerCase() !== "websocket") throw errors.upgrade_required();
  await assertFreshActor(c);
  // Nothing that the client sent reaches the hub.
  const headers = { Upgrade: "websocket", [READER_HEADER]: JSON.stringify(readerOf(actor, c.var.audience)) };
  const { webSocket } = await hubOf(env, actor.organizationId).fetch("https://hub/", { headers });
  // With the headers so far, such as the cookie of a renewed session.
  return new Response(null, { status: 101, webSocket, headers: c.res.headers });
}
