import { Hono } from "hono";
import { requires } from "../../lib/http/access.ts";
import { answer } from "../../lib/http/answer.ts";
import { type App, contextOf, idParameter } from "../../lib/http/app.ts";
import { syncAnswer, syncStatus } from "./discord.schema.ts";
import { getSyncStatus } from "./runs.ts";
import { syncByBot } from "./start.ts";
import { syncMembers } from "./sync.ts";

export const discordRoutes = new Hono<App>()
  .post("/discord/sync-members/:orgId", requires("admin.system"), async (c) =>
    answer(c, syncAnswer, await syncMembers(contextOf(c))),
  )
  .get("/discord/sync-status/:orgId", requires("admin.system"), async (c) =>
    answer(c, syncStatus, await getSyncStatus(contextOf(c))),
  )
  .post("/discord-bots/:id/command/syncmembers", requires("bots.write"), async (c) =>
    answer(c, syncAnswer, await syncByBot(contextOf(c), idParameter(c))),
  );
