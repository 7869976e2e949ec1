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

const reads = requires("bots.read");
const writes = requires("bots.write");

export const botRoutes = new Hono<App>()
  .get("/discord-bots/:orgId", reads, depends(["bots"]), async (c) =>
    c.json(await bots.listBots(contextOf(c))),
  )
  .get("/discord-bots/:orgId/gateway", reads, async (c) => c.json(await getGatewayStatus(contextOf(c))))
  .get("/discord-bots/:id/logs", reads, depends(["bot_logs"]), input("query", botLogsQuery), async (c) =>
    c.json(await listLogs(contextOf(c), idParameter(c), c.req.valid("query").after)),
  )
  .post("/discord-bots", writes, input("json", createBotInput), async (c) =>
    c.json(await bots.createBot(contextOf(c), c.req.valid("json")), 201),
  )
  .patch("/discord-bots/:id", writes, input("json", updateBotInput), byId(bots.updateBot))
  .patch("/discord-bots/:id/token", writes, input("json", botTokenInput), byId(bots.changeBotToken))
  .patch("/discord-bots/:id/invite-url", writes, input("json", inviteUrlInput), byId(bots.changeInviteUrl))
  .patch("/discord-bots/:id/auto-start", writes, input("json", autoStartInput), byId(bots.changeAutoStart))
  .delete("/discord-bots/:id", writes, byId(bots.deleteBot))
  .post("/discord-bots/:id/start", writes, byId(startBot))
  .post("/discord-bots/:id/stop", writes, byId(stopBot))
  .post("/discord-bots/:id/restart", writes, byId(restartBot))
  .get("/discord-bots/:id/files", reads, depends(["bots"]), byId(files.listFiles))
  .get("/discord-bots/:id/disk-files", reads, byId(files.listDifferences))
  .post("/discord-bots/:id/sync-files", writes, byId(files.syncFiles))
  .post("/bot-files", writes, input("json", createBotFileInput), async (c) =>
    c.json(await files.createFile(contextOf(c), c.req.valid("json")), 201),
  )
  .patch("/bot-files/:id", writes, input("json", updateBotFileInput), byId(files.updateFile))
  .delete("/bot-files/:id", writes, byId(files.deleteFile))
  .get("/bot-files/:id/history", reads, byId(files.listVersions))
  .get("/bot-files/:id/history/:version", reads, async (c) =>
    c.json(await files.getVersion(contextOf(c), idParameter(c), idParameter(c, "version"))),
  )
  .post("/bot-files/:id/revert", writes, input("json", revertBotFileInput), byId(files.revertFile));
