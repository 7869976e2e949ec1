import { Hono, type Context as HonoContext } from "hono";
import type { Context } from "../../lib/context.ts";
import { requires } from "../../lib/http/access.ts";
import { type App, contextOf, idParameter } from "../../lib/http/app.ts";
import { depends } from "../../lib/http/depends.ts";
import { input } from "../../lib/http/input.ts";
import {
  autoStartInput,
  botLogsQuery,
  botTokenInput,
  createBotInput,
  inviteUrlInput,
  updateBotInput,
} from "./bots.schema.ts";
import * as bots from "./bots.ts";
import { createBotFileInput, revertBotFileInput, updateBotFileInput } from "./files/files.schema.ts";
import * as files from "./files/files.ts";
import { getGatewayStatus } from "./gateway/health.ts";
import { listLogs } from "./gateway/logs.ts";
import { restartBot, startBot, stopBot } from "./run/run.ts";

/** Answers what a verb answers for the record that the path names, or 204 where it answers nothing. */
const byId =
  <Input>(verb: (context: Context, id: number, input: Input) => Promise<unknown>) =>
  async (c: HonoContext<App, string, { out: { json: Input } }>) => {
    const answer = await verb(contextOf(c), idParameter(c), c.req.valid("json"));
    return answer ? c.json(answer) : c.body(null, 204);
  };

export const botRoutes = new Hono<App>()
  .get("/discord-bots/:orgId", requires("bots.read"), depends(["bots"]), async (c) =>
    c.json(await bots.listBots(contextOf(c))),
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
    c.json(await bots.createBot(contextOf(c), c.req.valid("json")), 201),
  )
  .patch("/discord-bots/:id", requires("bots.write"), input("json", updateBotInput), byId(bots.updateBot))
  .patch(
    "/discord-bots/:id/token",
    requires("bots.write"),
    input("json", botTokenInput),
    byId(bots.changeBotToken),
  )
  .patch(
    "/discord-bots/:id/invite-url",
    requires("bots.write"),
    input("json", inviteUrlInput),
    byId(bots.changeInviteUrl),
  )
  .patch(
    "/discord-bots/:id/auto-start",
    requires("bots.write"),
    input("json", autoStartInput),
    byId(bots.changeAutoStart),
  )
  .delete("/discord-bots/:id", requires("bots.write"), byId(bots.deleteBot))
  .post("/discord-bots/:id/start", requires("bots.write"), byId(startBot))
  .post("/discord-bots/:id/stop", requires("bots.write"), byId(stopBot))
  .post("/discord-bots/:id/restart", requires("bots.write"), byId(restartBot))
  .get("/discord-bots/:id/files", requires("bots.read"), depends(["bots"]), byId(files.listFiles))
  .get("/discord-bots/:id/disk-files", requires("bots.read"), byId(files.listDifferences))
  .post("/discord-bots/:id/sync-files", requires("bots.write"), byId(files.syncFiles))
  .post("/bot-files", requires("bots.write"), input("json", createBotFileInput), async (c) =>
    c.json(await files.createFile(contextOf(c), c.req.valid("json")), 201),
  )
  .patch("/bot-files/:id", requires("bots.write"), input("json", updateBotFileInput), byId(files.updateFile))
  .delete("/bot-files/:id", requires("bots.write"), byId(files.deleteFile))
  .get("/bot-files/:id/history", requires("bots.read"), byId(files.listVersions))
  .get("/bot-files/:id/history/:version", requires("bots.read"), async (c) =>
    c.json(await files.getVersion(contextOf(c), idParameter(c), idParameter(c, "version"))),
  )
  .post(
    "/bot-files/:id/revert",
    requires("bots.write"),
    input("json", revertBotFileInput),
    byId(files.revertFile),
  );
