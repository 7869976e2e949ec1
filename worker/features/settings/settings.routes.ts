import { Hono } from "hono";
import { type App, idParameter, publicRoute } from "../../lib/http/access.ts";
import { listPublicSettings } from "./settings.ts";

export const settingsRoutes = new Hono<App>().get(
  "/organization/:orgId/public-settings",
  publicRoute(),
  async (c) => c.json(await listPublicSettings(c.var.opened.db, idParameter(c, "orgId"))),
);
