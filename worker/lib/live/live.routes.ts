import { Hono } from "hono";
import { errors } from "../errors.ts";
import { signedIn } from "../http/access.ts";
import type { App } from "../http/app.ts";
import { hubOf, READER_HEADER, readerOf } from "./announce.ts";

/** Browsers let any page open a WebSocket to us with its reader's cookies: only our own origin may. */
export const liveRoutes = new Hono<App>().get("/live", signedIn(), async (c) => {
  const { env, actor, audience } = c.var;
  if (c.req.header("Origin") !== new URL(env.APP_URL).origin) throw errors.cross_site();
  if (c.req.header("Upgrade")?.toLowerCase() !== "websocket") throw errors.upgrade_required();
  // A request of our own: nothing of what the client sent reaches the hub.
  const headers = { Upgrade: "websocket", [READER_HEADER]: JSON.stringify(readerOf(actor, audience)) };
  const { webSocket } = await hubOf(env, actor.organizationId).fetch("https://hub/", { headers });
  // With what was set on the way here, such as the cookie of a session that was renewed.
  return new Response(null, { status: 101, webSocket, headers: c.res.headers });
});
