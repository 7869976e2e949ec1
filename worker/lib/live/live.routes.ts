import { Hono } from "hono";
import { errors } from "../errors.ts";
import { signedIn } from "../http/access.ts";
import type { App } from "../http/app.ts";
import { connect, readerOf } from "./announce.ts";

/** Browsers let any page open a WebSocket to us with its reader's cookies: only our own origin may. */
export const liveRoutes = new Hono<App>().get("/live", signedIn(), async (c) => {
  const { env, actor, audience } = c.var;
  if (c.req.header("Origin") !== new URL(env.APP_URL).origin) throw errors.cross_site();
  if (c.req.header("Upgrade")?.toLowerCase() !== "websocket") throw errors.upgrade_required();
  const webSocket = await connect(env, actor.organizationId, readerOf(actor, audience));
  // With what was set on the way here, such as the cookie of a session that was renewed.
  return new Response(null, { status: 101, webSocket, headers: c.res.headers });
});
