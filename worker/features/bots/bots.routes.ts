import { Hono } from "hono";
import { requires } from "../../lib/http/access.ts";
import { type App, contextOf, idParameter } from "../../lib/http/app.ts";
import { depends } from "../../lib/http/depends.ts";
import { input } from "../../lib/http/input.ts";
import {
  autoStartInput,
  botTokenInput,
  createBotInput,
  inviteUrlInput,
  updateBotInput,
} from "./bots.schema.ts";
import {
  changeAutoStart,
  changeBotToken,
  changeInviteUrl,
  createBot,
  deleteBot,
  listBots,
  updateBot,
} from "./bots.ts";
import { botLogsQuery } from "./files/files.schema.ts";
import { getGatewayStatus } from "./gateway/health.ts";
import { listLogs } from "./gateway/logs.ts";
import { restartBot, startBot, stopBot } from "./run/run.ts";

export const botRoutes = new Hono<App>()
  .get("/discord-bots/:orgId", requires("bots.read"), depends(["bots"]), async (c) =>
    c.json(await listBots(contextOf(c))),
  )
  .get("/discord-bots/:orgId/gateway", requires("bots.read"), async (c) =>
    c.json(await getGatewayStatus(contextOf(c))),
  )
  .get(
    "/discord-bots/:id/logs",
    requires("bots.read"),
    depends(["bot_logs"]),
    input("query", botLogsQuery),
    async (c) => c.json(await listLogs(contextOf(c), idParameter(c), c.req.valid("query").after)),
  )
  .post("/discord-bots", requires("bots.write"), input("json", createBotInput), async (c) =>
    c.json(await createBot(contextOf(c), c.req.valid("json")), 201),
  )
  .patch("/discord-bots/:id", requires("bots.write"), input("json", updateBotInput), async (c) =>
    c.json(await updateBot(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .patch("/discord-bots/:id/token", requires("bots.write"), input("json", botTokenInput), async (c) =>
    c.json(await changeBotToken(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .patch("/discord-bots/:id/invite-url", requires("bots.write"), input("json", inviteUrlInput), async (c) =>
    c.json(await changeInviteUrl(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .patch("/discord-bots/:id/auto-start", requires("bots.write"), input("json", autoStartInput), async (c) =>
    c.json(await changeAutoStart(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .delete("/discord-bots/:id", requires("bots.write"), async (c) => {
    await deleteBot(contextOf(c), idParameter(c));
    return c.body(null, 204);
  })
  .post("/discord-bots/:id/start", requires("bots.write"), async (c) =>
    c.json(await startBot(contextOf(c), idParameter(c))),
  )
  .post("/discord-bots/:id/stop", requires("bots.write"), async (c) =>
    c.json(await stopBot(contextOf(c), idParameter(c))),
  )
  .post("/discord-bots/:id/restart", requires("bots.write"), async (c) =>
    c.json(await restartBot(contextOf(c), idParameter(c))),
  );
