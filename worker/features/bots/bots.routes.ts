import { Hono } from "hono";
import { type App, contextOf, idParameter, ownOrganization, requires } from "../../lib/http/access.ts";
import { unlessUnchanged } from "../../lib/http/revision.ts";
import { input } from "../../lib/http/validation.ts";
import { syncByBot } from "../discord/sync-by-bot.ts";
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
} from "./edit.ts";
import { botLogsQuery } from "./files/files.schema.ts";
import { getGatewayStatus } from "./gateway/health.ts";
import { listLogs } from "./gateway/logs.ts";
import { restartBot, startBot, stopBot } from "./run/run.ts";

export const botRoutes = new Hono<App>()
  .get("/discord-bots/:orgId", requires("bots.read"), (c) => {
    ownOrganization(c);
    return unlessUnchanged(c, ["bots"], async () => c.json(await listBots(contextOf(c))));
  })
  .get("/discord-bots/:orgId/gateway", requires("bots.read"), async (c) => {
    ownOrganization(c);
    return c.json(await getGatewayStatus(contextOf(c)));
  })
  .get("/discord-bots/:id/logs", requires("bots.read"), input("query", botLogsQuery), (c) => {
    const { after } = c.req.valid("query");
    return unlessUnchanged(c, ["bot_logs"], async () =>
      c.json(await listLogs(contextOf(c), idParameter(c, "id"), after)),
    );
  })
  .post("/discord-bots", requires("bots.write"), input("json", createBotInput), async (c) =>
    c.json(await createBot(contextOf(c), c.req.valid("json")), 201),
  )
  .patch("/discord-bots/:id", requires("bots.write"), input("json", updateBotInput), async (c) =>
    c.json(await updateBot(contextOf(c), idParameter(c, "id"), c.req.valid("json"))),
  )
  .patch("/discord-bots/:id/token", requires("bots.write"), input("json", botTokenInput), async (c) =>
    c.json(await changeBotToken(contextOf(c), idParameter(c, "id"), c.req.valid("json"))),
  )
  .patch("/discord-bots/:id/invite-url", requires("bots.write"), input("json", inviteUrlInput), async (c) =>
    c.json(await changeInviteUrl(contextOf(c), idParameter(c, "id"), c.req.valid("json"))),
  )
  .patch("/discord-bots/:id/auto-start", requires("bots.write"), input("json", autoStartInput), async (c) =>
    c.json(await changeAutoStart(contextOf(c), idParameter(c, "id"), c.req.valid("json"))),
  )
  .delete("/discord-bots/:id", requires("bots.write"), async (c) => {
    await deleteBot(contextOf(c), idParameter(c, "id"));
    return c.body(null, 204);
  })
  .post("/discord-bots/:id/start", requires("bots.write"), async (c) =>
    c.json(await startBot(contextOf(c), idParameter(c, "id"))),
  )
  .post("/discord-bots/:id/stop", requires("bots.write"), async (c) =>
    c.json(await stopBot(contextOf(c), idParameter(c, "id"))),
  )
  .post("/discord-bots/:id/restart", requires("bots.write"), async (c) =>
    c.json(await restartBot(contextOf(c), idParameter(c, "id"))),
  )
  .post("/discord-bots/:id/command/syncmembers", requires("bots.write"), async (c) =>
    c.json(await syncByBot(contextOf(c), idParameter(c, "id"))),
  );
