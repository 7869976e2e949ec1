import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, instant, json } from "../../lib/db/columns.ts";
import { roles } from "../members/index.ts";
import { organizationId } from "../settings/index.ts";

/** The guild as the last sync saw it: what the next one compares with. */
export const guildMembers = sqliteTable(
  "guild_members",
  {
    organizationId: organizationId(),
    discordId: text("discord_id").notNull(),
    /** The id as a number, for the order in which Discord lists members. Only ever compared in SQL. */
    position: integer("position")
      .notNull()
      .generatedAlwaysAs(sql`cast(discord_id as integer)`, { mode: "virtual" }),
    username: text("username").notNull(),
    displayName: text("display_name").notNull(),
    avatar: text("avatar"),
    /** Discord role ids, sorted. */
    roles: json<string[]>("roles").notNull(),
    present: flag("present").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.discordId] }),
    index("guild_members_order").on(table.organizationId, table.position),
  ],
);

/** One row per member sync; at most one per organization is running. */
export const syncRuns = sqliteTable(
  "sync_runs",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    status: text("status").$type<"running" | "completed" | "failed">().notNull(),
    /** Raised when another process takes the run over; a writer with an older number is refused. */
    fence: integer("fence").notNull(),
    leaseUntil: instant("lease_until").notNull(),
    /** Highest Discord id dealt with so far. */
    cursor: text("cursor").notNull(),
    processed: integer("processed").notNull(),
    expected: integer("expected"),
    added: integer("added").notNull(),
    updated: integer("updated").notNull(),
    left: integer("left").notNull(),
    unchanged: integer("unchanged").notNull(),
    startedBy: text("started_by").notNull(),
    startedAt: instant("started_at").notNull(),
    finishedAt: instant("finished_at"),
    /** An error code; never an upstream's own words. */
    error: text("error"),
  },
  (table) => [
    uniqueIndex("sync_runs_one").on(table.organizationId).where(sql`status = 'running'`),
    index("sync_runs_newest").on(table.organizationId, table.id),
  ],
);

/** Which Discord role gives which role of ours. */
export const discordRoleMappings = sqliteTable(
  "discord_role_mappings",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    roleId: integer("role_id")
      .notNull()
      .references(() => roles.id),
    discordRoleId: text("discord_role_id").notNull(),
    discordRoleName: text("discord_role_name").notNull(),
    priority: integer("priority").notNull(),
  },
  (table) => [
    uniqueIndex("discord_role_mappings_role").on(table.organizationId, table.discordRoleId),
    index("discord_role_mappings_of").on(table.roleId),
  ],
);
