import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { EndReason, LogLine } from "../../../bot-gateway/protocol.ts";
import { flag, instant, json } from "../../lib/db/columns.ts";
import { columnsOf } from "../../lib/fields.ts";
import { organizationId } from "../settings/index.ts";
import { botFields } from "./bots.fields.ts";
import type { BotFileVersion, BotStatus } from "./bots.schema.ts";

export const bots = sqliteTable(
  "bots",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    ...columnsOf(botFields),
    /** `v1:key-id:iv:ciphertext`, bound to this table, row and column. */
    token: text("token"),
    tokenEnding: text("token_ending"),
    status: text("status").$type<BotStatus>().notNull(),
    statusSince: instant("status_since"),
    statusReason: text("status_reason").$type<EndReason>(),
    statusDetail: text("status_detail"),
    restarts: integer("restarts").notNull().default(0),
    discordUserId: text("discord_user_id"),
    discordUsername: text("discord_username"),
    runId: integer("run_id"),
    /** The gateway that last reported it, null for the answer to an order, and the gateway's sequence of that state. */
    gatewayInstance: text("gateway_instance"),
    stateSequence: integer("state_sequence"),
    autoStart: flag("auto_start").notNull(),
    isCrmBot: flag("is_crm_bot").notNull(),
    createdBy: integer("created_by"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (table) => [
    index("bots_of").on(table.organizationId),
    index("bots_active").on(table.id).where(sql`status in ('running', 'starting', 'stopping')`),
    uniqueIndex("bots_crm").on(table.organizationId).where(sql`is_crm_bot = 1`),
  ],
);

const ofBot = () =>
  integer("bot_id")
    .notNull()
    .references(() => bots.id, { onDelete: "cascade" });

export const botFiles = sqliteTable(
  "bot_files",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    botId: ofBot(),
    fileName: text("file_name").notNull(),
    isMainFile: flag("is_main_file").notNull(),
    version: integer("version").notNull().default(1),
    size: integer("size").notNull(),
    updatedAt: instant("updated_at").notNull(),
    updatedBy: text("updated_by").notNull(),
  },
  (table) => [
    // Two names that differ in case alone are one file on some disks.
    uniqueIndex("bot_files_name").on(table.botId, sql`lower(file_name)`),
    uniqueIndex("bot_files_main").on(table.botId).where(sql`is_main_file = 1`),
  ],
);

/** Every saved version of a file, with its bytes of UTF-8; the oldest go when there are more than 100. */
export const botFileVersions = sqliteTable(
  "bot_file_versions",
  {
    fileId: integer("file_id")
      .notNull()
      .references(() => botFiles.id, { onDelete: "cascade" }),
    version: integer("version").notNull(),
    content: text("content").notNull(),
    size: integer("size").notNull(),
    origin: text("origin").$type<BotFileVersion["origin"]>().notNull(),
    savedAt: instant("saved_at").notNull(),
    savedBy: text("saved_by").notNull(),
    stayedUp: flag("stayed_up").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.fileId, table.version] }),
    index("bot_file_versions_good").on(table.fileId, table.version).where(sql`stayed_up = 1`),
  ],
);

export const botRuns = sqliteTable(
  "bot_runs",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    botId: ofBot(),
    /** Version by file id. */
    files: json<Record<string, number>>("files").notNull(),
    startedAt: instant("started_at").notNull(),
    readyAt: instant("ready_at"),
    endedAt: instant("ended_at"),
    reason: text("reason").$type<EndReason>(),
    stayedUp: flag("stayed_up").notNull().default(false),
  },
  (table) => [index("bot_runs_of").on(table.botId)],
);

/** Output of bots, a few lines a row; ids rise by one with each line of a bot. */
export const botLogs = sqliteTable(
  "bot_logs",
  {
    botId: ofBot(),
    lastId: integer("last_id").notNull(),
    firstId: integer("first_id").notNull(),
    lines: json<LogLine[]>("lines").notNull(),
  },
  (table) => [primaryKey({ columns: [table.botId, table.lastId] })],
);

/** Counts of a bot's stored and dropped items in one minute, which is counted since 1970. */
export const botUsage = sqliteTable("bot_usage", {
  botId: ofBot().primaryKey(),
  minute: integer("minute").notNull(),
  reports: integer("reports").notNull(),
  activities: integer("activities").notNull(),
  logLines: integer("log_lines").notNull(),
  logBytes: integer("log_bytes").notNull(),
  activitiesLeftOut: integer("activities_left_out").notNull(),
  linesLeftOut: integer("lines_left_out").notNull(),
});

/** Keys of gateways' reports, each stored once, kept for two days. */
export const gatewayReports = sqliteTable(
  "gateway_reports",
  {
    key: text("key").primaryKey(),
    instance: text("instance").notNull(),
    /** The gateway's start, and its only bot, from a report with a snapshot. */
    startedAt: instant("started_at"),
    botId: integer("bot_id"),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [
    index("gateway_reports_snapshot").on(table.instance).where(sql`started_at is not null`),
    index("gateway_reports_newest").on(table.botId, table.startedAt).where(sql`started_at is not null`),
  ],
);
