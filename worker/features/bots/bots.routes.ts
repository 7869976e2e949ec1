import { Hono, type Context as HonoContext } from "hono";
import * as z from "zod/mini";
import { autoStartRequest, gatewayReport } from "../../../bot-gateway/protocol.ts";
import { SIGNATURE_HEADERS, verifyGatewayRequest } from "../../../bot-gateway/signature.ts";
import type { Context } from "../../lib/context.ts";
import { declareAccess, requires } from "../../lib/http/access.ts";
import { answer } from "../../lib/http/answer.ts";
import {
  type App,
  contextOf,
  idParameter,
  type RequestContext,
  systemContextOf,
} from "../../lib/http/app.ts";
import { depends } from "../../lib/http/depends.ts";
import { input } from "../../lib/http/input.ts";
import { recent } from "../../lib/http/recent.ts";
import { botLog } from "../../lib/live/live.schema.ts";
import { botErrors } from "./bots.errors.ts";
import * as schema from "./bots.schema.ts";
import * as bots from "./bots.ts";
import { makeCrmBot } from "./choose-crm.ts";
import * as disk from "./files/disk.ts";
import * as files from "./files/files.ts";
import { gatewaySecret } from "./gateway/client.ts";
import { listLogs, takeReport } from "./gateway/reports.ts";
import { getGatewayStatus } from "./gateway/states.ts";
import { autoStart, runBot, stopBot } from "./run/run.ts";

/** Answers what a verb answers for the record that the path names. */
const byId =
  <Schema extends z.core.$ZodType, Input>(
    answers: Schema,
    verb: (context: Context, id: number, input: Input) => Promise<z.input<Schema>>,
  ) =>
  async (c: HonoContext<App, string, { out: { json: Input } }>) =>
    answer(c, answers, await verb(contextOf(c), idParameter(c), c.req.valid("json")));

/** Answers 204 when a verb is done with the record that the path names. */
const removes = (verb: (context: Context, id: number) => Promise<void>) => async (c: RequestContext) => {
  await verb(contextOf(c), idParameter(c));
  return c.body(null, 204);
};

/**
 * Lets only the bot gateway call the route: the request is signed, over its body as it came, with the secret
 * that both hold. Sets `gatewayBot` to the bot of a gateway that runs one alone, else to null.
 */
const gatewayOnly = declareAccess({ kind: "gateway" }, async (c, next) => {
  const { method, url } = c.req;
  const named = c.req.header(SIGNATURE_HEADERS.bot);
  if (named !== undefined && !/^[1-9]\d{0,14}$/.test(named)) throw botErrors.gateway_signature();
  const botId = named === undefined ? null : Number(named);
  const secret = await gatewaySecret(c.var.env, botId);
  const signed = { method, url, body: await c.req.text(), header: (name: string) => c.req.header(name) };
  const isGenuine = await verifyGatewayRequest(secret, signed, c.var.now.getTime());
  if (!isGenuine) throw botErrors.gateway_signature();
  c.set("gatewayBot", botId);
  await next();
});

/** Whether a request hands over a token, which takes a recent proof of who its user is. */
const hasToken = (c: HonoContext<App, string, { out: { json: { token?: unknown } } }>) =>
  Boolean(c.req.valid("json").token);

const reads = requires("bots.read");
const writes = requires("bots.write");

export const botRoutes = new Hono<App>()
  .get("/discord-bots/:orgId", reads, depends(["bots"]), async (c) =>
    answer(c, z.array(schema.bot), await bots.listBots(contextOf(c))),
  )
  .get("/discord-bots/:orgId/gateway", reads, async (c) =>
    answer(c, schema.gatewayStatus, await getGatewayStatus(contextOf(c))),
  )
  .get(
    "/discord-bots/:id/logs",
    reads,
    depends(["bot_logs"]),
    input("query", schema.botLogsQuery),
    async (c) =>
      answer(c, z.array(botLog), await listLogs(contextOf(c), idParameter(c), c.req.valid("query").after)),
  )
  .post("/discord-bots", writes, input("json", schema.createBotInput), recent(hasToken), async (c) =>
    answer(c, schema.bot, await bots.createBot(contextOf(c), c.req.valid("json")), 201),
  )
  .patch("/discord-bots/:id", writes, input("json", schema.updateBotInput), byId(schema.bot, bots.updateBot))
  .patch(
    "/discord-bots/:id/token",
    writes,
    recent(),
    input("json", schema.botTokenInput),
    byId(schema.bot, bots.changeBotToken),
  )
  .patch(
    "/discord-bots/:id/crm",
    requires("admin.system"),
    recent(),
    input("json", schema.crmBotInput),
    byId(schema.bot, makeCrmBot),
  )
  .patch(
    "/discord-bots/:id/invite-url",
    writes,
    input("json", schema.inviteUrlInput),
    byId(schema.bot, bots.changeInviteUrl),
  )
  .patch(
    "/discord-bots/:id/auto-start",
    writes,
    input("json", schema.autoStartInput),
    byId(schema.bot, bots.changeAutoStart),
  )
  .delete("/discord-bots/:id", writes, removes(bots.deleteBot))
  .post(
    "/discord-bots/:id/start",
    writes,
    byId(schema.bot, (context, id) => runBot(context, id, "start")),
  )
  .post(
    "/discord-bots/:id/restart",
    writes,
    byId(schema.bot, (context, id) => runBot(context, id, "restart")),
  )
  .post("/discord-bots/:id/stop", writes, byId(schema.bot, stopBot))
  .get("/discord-bots/:id/files", reads, depends(["bots"]), byId(z.array(schema.botFile), files.listFiles))
  .get("/discord-bots/:id/disk-files", reads, byId(z.array(schema.diskDifference), disk.listDifferences))
  .post("/discord-bots/:id/sync-files", writes, byId(schema.syncFilesAnswer, disk.syncFiles))
  .post("/bot-files", writes, input("json", schema.createBotFileInput), async (c) =>
    answer(c, schema.botFile, await files.createFile(contextOf(c), c.req.valid("json")), 201),
  )
  .patch(
    "/bot-files/:id",
    writes,
    input("json", schema.updateBotFileInput),
    byId(schema.botFile, files.updateFile),
  )
  .delete("/bot-files/:id", writes, removes(files.deleteFile))
  .get("/bot-files/:id/history", reads, byId(z.array(schema.botFileVersion), files.listVersions))
  .get("/bot-files/:id/history/:version", reads, async (c) =>
    answer(
      c,
      schema.botFileText,
      await files.getVersion(contextOf(c), idParameter(c), idParameter(c, "version")),
    ),
  )
  .post(
    "/bot-files/:id/revert",
    writes,
    input("json", schema.revertBotFileInput),
    byId(schema.botFile, files.revertFile),
  )
  .post("/bot-gateway/reports", gatewayOnly, input("json", gatewayReport), async (c) => {
    const report = c.req.valid("json");
    const { organizations, logs, ...taken } = await takeReport(systemContextOf(c), report, c.var.gatewayBot);
    c.set("changed", organizations);
    c.set("logged", logs);
    return answer(c, schema.reportTaken, taken);
  })
  .post("/bot-gateway/auto-start", gatewayOnly, input("json", autoStartRequest), async (c) => {
    const { instance } = c.req.valid("json");
    const { organizations, ...started } = await autoStart(systemContextOf(c), instance, c.var.gatewayBot);
    c.set("changed", organizations);
    return answer(c, schema.autoStarted, started);
  });
