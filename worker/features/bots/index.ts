import { sql } from "drizzle-orm";
import { GATEWAY_LIMITS } from "../../../bot-gateway/protocol.ts";
import type { Feature } from "../../lib/feature.ts";
import type { Permissions } from "../../lib/permissions.ts";
import type { Source } from "../../lib/search/search.ts";
import { backedUp, backedUpBelow, type Tables, technical } from "../../lib/table-rules.ts";
import { botNotices } from "./bots.notices.ts";
import { botRoutes } from "./bots.routes.ts";
import { bots } from "./bots.table.ts";
import { botAudit, botSentences } from "./bots.texts.ts";
import { deleteOldReports } from "./gateway/reports.ts";
import { deleteOldBotRuns } from "./run/run.ts";

export { bots } from "./bots.table.ts";
export { openBotToken, selectBot, selectBotStatuses, selectCrmBot } from "./bots.ts";
export { BotContainer } from "./container/bot-container.ts";
export { BotOutlet } from "./container/bot-outlet.ts";
export { orderCommand } from "./gateway/client.ts";
export { gatewayProblem, gatewayPulse } from "./gateway/states.ts";
export { startAutomatic, stopRunning } from "./run/automatic.ts";

type Row = { id: number; title: string; line: string };

/** A setting bounds how many bots there are; this bounds what a search reads of them. */
const MOST = 100;

const botSearch: Source = {
  group: "bots",
  needs: ["bots.read"],
  select: ({ db, actor }) =>
    db.all<Row>(
      sql`select id, name as title, framework as line from ${bots} where organization_id = ${actor.organizationId} order by id desc limit ${MOST}`,
    ),
  present: (row: Row) => ({ ...row, kind: "bot", path: `/discord-bots?bot=${row.id}`, weight: row.id }),
};

const saved = { leftOut: "Says who saved a file of a bot; the log of what you did has it." };

const filesOf = (id: number) =>
  sql`(select bot_files.id from bot_files join bots on bots.id = bot_files.bot_id where bots.organization_id = ${id})`;

const RUNS = "code that runs with the bot's token";

const tables: Tables = {
  bots: {
    backup: backedUp("bots"),
    guarded: { because: "a token, or a bot", rows: "deleted", columns: ["token", "is_crm_bot"] },
    personal: { leftOut: "Says who made a bot; the log of what you did has it." },
  },
  bot_files: {
    backup: backedUpBelow("bots", "bot_id", "bots"),
    guarded: { because: RUNS, rows: "both", columns: ["file_name", "is_main_file", "version"] },
    personal: saved,
  },
  bot_file_versions: {
    guarded: { because: RUNS, rows: "added" },
    backup: technical({ section: "bots", isOf: (id) => sql`+file_id in ${filesOf(id)}`, page: 10 }),
    personal: saved,
  },
  bot_runs: {
    backup: technical(backedUpBelow("bots", "bot_id", "bots")),
    guarded: { because: "a start with the bot's token", rows: "added" },
  },
  bot_logs: { backup: technical(backedUpBelow("bots", "bot_id", "bots", 50)) },
  bot_usage: { backup: { leftOut: "Counts what bots report for a minute." } },
  gateway_reports: { backup: { leftOut: "Recognizes repeated reports of bot gateways for two days." } },
};

const permissions: Permissions = {
  "bots.read": {
    category: "Discord",
    heldBy: ["officer", "crm_manager"],
    en: ["See bots", "Opens the Discord bots with their files and logs."],
    da: ["Se bots", "Åbner Discord-bots med filer og log."],
  },
  "bots.write": {
    category: "Discord",
    heldBy: ["officer"],
    en: [
      "Edit bots",
      "Creates, edits, runs and deletes Discord bots other than the CRM bot, and has that one sync members.",
    ],
    da: [
      "Redigere bots",
      "Opretter, redigerer, kører og sletter andre Discord-bots end CRM-botten og lader den synkronisere medlemmer.",
    ],
  },
};

const every = ["insert", "update", "delete"] as const;
const organization = "(SELECT organization_id FROM bots WHERE id = row.bot_id)";

export const botsFeature = {
  routes: botRoutes,
  tables,
  permissions,
  daily: (context) => [deleteOldBotRuns(context), deleteOldReports(context)],
  audit: botAudit,
  sentences: botSentences,
  notices: botNotices,
  search: [botSearch],
  topics: {
    bots: [
      { table: "bots", on: every },
      { table: "bot_files", on: every, organization },
    ],
    // A log has a separate topic: it changes constantly.
    bot_logs: [{ table: "bot_logs", on: ["insert"], organization }],
  },
  machinePaths: ["/api/bot-gateway/"],
  bodyLimits: {
    "/api/bot-gateway": GATEWAY_LIMITS.requestBytes,
    // A file of the largest size grows as JSON.
    "/api/bot-files": 3 * GATEWAY_LIMITS.fileBytes,
  },
} satisfies Feature;
