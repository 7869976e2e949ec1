import { Hono } from "hono";
import { AppError } from "../errors.ts";
import { type App, signedIn } from "../http/access.ts";
import { connect } from "./announce.ts";

/** Browsers let any page open a WebSocket to us with its reader's cookies: only our own origin may. */
export const liveRoutes = new Hono<App>().get("/live", signedIn(), async (c) => {
  const { env, actor } = c.var;
  if (c.req.header("Origin") !== new URL(env.APP_URL).origin) throw new AppError("cross_site");
  if (c.req.header("Upgrade")?.toLowerCase() !== "websocket") throw new AppError("upgrade_required");
  const webSocket = await connect(env, actor);
  // With what was set on the way here, such as the cookie of a session that was renewed.
  return new Response(null, { status: 101, webSocket, headers: c.res.headers });
});
