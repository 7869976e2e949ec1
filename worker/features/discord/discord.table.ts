import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, instant, json } from "../../lib/db/columns.ts";
import { roles } from "../roles/index.ts";
import { organizationId, organizations } from "../settings/index.ts";
import type { RoleProblem } from "./roles/roles.schema.ts";

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
    /** Raised when another process takes over; a writer with an older number is refused. */
    fence: integer("fence").notNull(),
    leaseUntil: instant("lease_until").notNull(),
    /** Highest Discord id that was written. */
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
    /** Whether it takes roles or only gives them; null until that is decided, before the first page is written. */
    mode: text("mode").$type<"take" | "give">(),
    /** People who would lose a role or their presence, counted when the mode was decided. */
    losses: integer("losses").notNull().default(0),
    taken: integer("taken").notNull().default(0),
    held: integer("held").notNull().default(0),
    roleChanges: integer("role_changes").notNull().default(0),
    cleaned: integer("cleaned").notNull().default(0),
    /** An error code, and after a space the field of an answer that did not fit; never an upstream's own text. */
    error: text("error"),
  },
  (table) => [
    uniqueIndex("sync_runs_one").on(table.organizationId).where(sql`status = 'running'`),
    index("sync_runs_newest").on(table.organizationId, table.id),
  ],
);

export const discordRoleMappings = sqliteTable(
  "discord_role_mappings",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    roleId: integer("role_id")
      .notNull()
      .references(() => roles.id, { onDelete: "cascade" }),
    discordRoleId: text("discord_role_id").notNull(),
    discordRoleName: text("discord_role_name").notNull(),
    /** Unused since 0055: the order of roles decides. */
    priority: integer("priority").notNull(),
    givesInDiscord: flag("gives_in_discord").notNull().default(false),
  },
  (table) => [
    uniqueIndex("discord_role_mappings_role").on(table.organizationId, table.discordRoleId),
    index("discord_role_mappings_of").on(table.roleId),
  ],
);

/** The mappings of an organization as one record; a trigger makes the row of each organization. */
export const discordMappingSets = sqliteTable("discord_mapping_sets", {
  id: integer("id")
    .primaryKey()
    .references(() => organizations.id),
  version: integer("version").notNull().default(1),
  updatedAt: instant("updated_at").notNull(),
  /** Until when a process gives and takes roles in Discord, one at a time; null for none. */
  givingUntil: instant("giving_until"),
});

/** People whose roles in Discord have to follow. Triggers add them; a sync adds those with a role of a removed mapping. */
export const discordRoleUpdates = sqliteTable(
  "discord_role_updates",
  {
    organizationId: organizationId(),
    discordId: text("discord_id").notNull(),
    requestedAt: instant("requested_at").notNull(),
    triedAt: instant("tried_at"),
    problem: text("problem").$type<RoleProblem>(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.discordId] })],
);

/** Removed mappings, which a trigger adds; kept until a sync has taken their roles, since a preview names them as reasons. */
export const retiredMappings = sqliteTable(
  "retired_mappings",
  {
    organizationId: organizationId(),
    discordRoleId: text("discord_role_id").notNull(),
    roleId: integer("role_id").notNull(),
    discordRoleName: text("discord_role_name").notNull(),
    givesInDiscord: flag("gives_in_discord").notNull(),
    /** Null where no user removed it. */
    retiredBy: text("retired_by"),
    retiredAt: instant("retired_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.discordRoleId, table.roleId] })],
);
