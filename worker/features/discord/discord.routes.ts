import { Hono } from "hono";
import { type App, contextOf, ownOrganization, requires } from "../../lib/http/access.ts";
import { getSyncStatus, syncMembersAs } from "./status.ts";

export const discordRoutes = new Hono<App>()
  .post("/discord/sync-members/:orgId", requires("admin.system"), async (c) => {
    ownOrganization(c);
    return c.json(await syncMembersAs(contextOf(c)));
  })
  .get("/discord/sync-status/:orgId", requires("admin.system"), async (c) => {
    ownOrganization(c);
    return c.json(await getSyncStatus(contextOf(c)));
  });
