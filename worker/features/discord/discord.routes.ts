import { Hono } from "hono";
import { requires } from "../../lib/http/access.ts";
import { type App, contextOf, idParameter } from "../../lib/http/app.ts";
import { getSyncStatus } from "./runs.ts";
import { syncByBot } from "./start.ts";
import { syncMembers } from "./sync.ts";

export const discordRoutes = new Hono<App>()
  .post("/discord/sync-members/:orgId", requires("admin.system"), async (c) =>
    c.json(await syncMembers(contextOf(c))),
  )
  .get("/discord/sync-status/:orgId", requires("admin.system"), async (c) =>
    c.json(await getSyncStatus(contextOf(c))),
  )
  .post("/discord-bots/:id/command/syncmembers", requires("bots.write"), async (c) =>
    c.json(await syncByBot(contextOf(c), idParameter(c))),
  );
