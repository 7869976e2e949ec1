import * as z from "zod/mini";
import { autoStartRequest, GATEWAY_LIMITS, gatewayReport } from "../../../bot-gateway/protocol.ts";
import { proven, provenIf, requires, requiresAll } from "../../lib/http/access.ts";
import { created, nothing } from "../../lib/http/answers.ts";
import { get, patch, post, remove } from "../../lib/http/route.ts";
import { botLog } from "../../lib/live/live.schema.ts";
import * as schema from "./bots.schema.ts";
import * as bots from "./bots.ts";
import { makeCrmBot } from "./choose-crm.ts";
import * as disk from "./files/disk.ts";
import * as files from "./files/files.ts";
import { gatewayOnly } from "./gateway/gateway-access.ts";
import { listLogs, takeReport } from "./gateway/reports.ts";
import { getGatewayStatus } from "./gateway/states.ts";
import { autoStart } from "./run/automatic.ts";
import { runBot, stopBot } from "./run/run.ts";

const reads = requires("bots.read");
const writes = requires("bots.write");
const holdsSecrets = requiresAll("bots.write", "admin.system");

/** Whether a new bot gets a token or is the CRM bot, which requires a recent proof of its user. */
const isEntrusted = ({ token, isCrmBot }: schema.CreateBotInput) => Boolean(token) || isCrmBot === true;

export const botRoutes = [
  get("/discord-bots/:orgId", {
    access: reads,
    answers: z.array(schema.bot),
    depends: ["bots"],
    summary: "List the organization's bots",
    run: bots.listBots,
  }),
  get("/discord-bots/:orgId/gateway", {
    access: reads,
    answers: schema.gatewayStatus,
    // Reading is not refused; it stores only changed states.
    rows: 0,
    summary: "Ask the bot gateway how it is",
    run: getGatewayStatus,
  }),
  get("/discord-bots/:id/logs", {
    access: reads,
    query: schema.botLogsQuery,
    answers: z.array(botLog),
    depends: ["bot_logs"],
    summary: "Read a bot's newest log lines",
    run: listLogs,
  }),
  post("/discord-bots", {
    access: provenIf(isEntrusted, writes),
    body: schema.createBotInput,
    answers: created(schema.bot),
    summary: "Add a bot",
    run: bots.createBot,
  }),
  patch("/discord-bots/:id", {
    access: writes,
    body: schema.updateBotInput,
    answers: schema.bot,
    summary: "Edit a bot",
    run: bots.updateBot,
  }),
  patch("/discord-bots/:id/token", {
    // The verb also requires admin.system where the bot has a token.
    access: proven(writes),
    body: schema.botTokenInput,
    answers: schema.bot,
    summary: "Give a bot a token, or replace it",
    run: bots.changeBotToken,
  }),
  patch("/discord-bots/:id/crm", {
    access: proven(requires("admin.system")),
    body: schema.crmBotInput,
    answers: schema.bot,
    summary: "Make a bot the CRM bot",
    run: makeCrmBot,
  }),
  patch("/discord-bots/:id/invite-url", {
    access: holdsSecrets,
    body: schema.inviteUrlInput,
    answers: schema.bot,
    summary: "Replace a bot's invite link",
    run: bots.changeInviteUrl,
  }),
  patch("/discord-bots/:id/auto-start", {
    access: writes,
    body: schema.autoStartInput,
    answers: schema.bot,
    summary: "Start a bot with the gateway, or stop doing so",
    run: bots.changeAutoStart,
  }),
  remove("/discord-bots/:id", {
    access: writes,
    answers: nothing,
    rows: 500,
    summary: "Delete a bot",
    run: bots.deleteBot,
  }),
  post("/discord-bots/:id/start", {
    access: writes,
    answers: schema.bot,
    // Marks the versions of its files that ran well.
    rows: 20 + 3 * GATEWAY_LIMITS.files,
    summary: "Start a bot",
    run: (context, { id }) => runBot(context, id, "start"),
  }),
  post("/discord-bots/:id/restart", {
    access: writes,
    answers: schema.bot,
    // Marks the versions of its files that ran well.
    rows: 20 + 3 * GATEWAY_LIMITS.files,
    summary: "Restart a bot",
    run: (context, { id }) => runBot(context, id, "restart"),
  }),
  post("/discord-bots/:id/stop", {
    access: writes,
    answers: schema.bot,
    summary: "Stop a bot",
    run: stopBot,
  }),
  get("/discord-bots/:id/files", {
    access: reads,
    answers: z.array(schema.botFile),
    depends: ["bots"],
    summary: "List a bot's files",
    run: files.listFiles,
  }),
  get("/discord-bots/:id/disk-files", {
    access: reads,
    answers: z.array(schema.diskDifference),
    summary: "List the files that differ on the gateway's disk",
    run: disk.listDifferences,
  }),
  post("/discord-bots/:id/sync-files", {
    access: writes,
    answers: schema.syncFilesAnswer,
    rows: 20 + 10 * GATEWAY_LIMITS.files,
    summary: "Take the files of the gateway's disk into the record",
    run: disk.syncFiles,
  }),
  post("/bot-files", {
    access: writes,
    body: schema.createBotFileInput,
    answers: created(schema.botFile),
    summary: "Add a file to a bot",
    run: files.createFile,
  }),
  patch("/bot-files/:id", {
    access: writes,
    body: schema.updateBotFileInput,
    answers: schema.botFile,
    summary: "Save or rename a bot's file, or make it the main one",
    run: files.updateFile,
  }),
  remove("/bot-files/:id", {
    access: writes,
    answers: nothing,
    rows: 20 + 3 * files.VERSIONS_KEPT,
    summary: "Delete a bot's file",
    run: files.deleteFile,
  }),
  get("/bot-files/:id/history", {
    access: reads,
    answers: z.array(schema.botFileVersion),
    summary: "List the saved versions of a bot's file",
    run: files.listVersions,
  }),
  get("/bot-files/:id/history/:version", {
    access: reads,
    answers: schema.botFileText,
    summary: "Read a saved version of a bot's file",
    run: files.getVersion,
  }),
  post("/bot-files/:id/revert", {
    access: writes,
    body: schema.revertBotFileInput,
    answers: schema.botFile,
    summary: "Save an earlier version of a bot's file as its newest",
    run: files.revertFile,
  }),
  post("/bot-gateway/reports", {
    access: gatewayOnly(),
    body: gatewayReport,
    answers: schema.reportTaken,
    summary: "Take what a bot gateway reports",
    async run(context, report, c) {
      const { organizations, logs, ...taken } = await takeReport(context, report);
      c.set("changed", organizations);
      c.set("logged", logs);
      return taken;
    },
  }),
  post("/bot-gateway/auto-start", {
    access: gatewayOnly(),
    body: autoStartRequest,
    answers: schema.autoStarted,
    summary: "Start the bots that start with the gateway",
    async run(context, request, c) {
      const { organizations, ...started } = await autoStart(context, request);
      c.set("changed", organizations);
      return started;
    },
  }),
];
