import { Hono } from "hono";
import { publicRoute } from "../../lib/http/access.ts";
import { type App, idParameter } from "../../lib/http/app.ts";
import { listPublicSettings } from "./settings.ts";

export const settingsRoutes = new Hono<App>().get(
  "/organization/:orgId/public-settings",
  publicRoute(),
  async (c) => c.json(await listPublicSettings(c.var.opened.db, idParameter(c, "orgId"))),
);
