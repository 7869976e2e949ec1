import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, instant, json } from "../../lib/db/columns.ts";
import { organizationId } from "../settings/index.ts";
import { users } from "../users/index.ts";
import type { MemberAction, MemberStatus } from "./members.schema.ts";
import type { CustomCategory } from "./roles/roles.schema.ts";

export const roles = sqliteTable(
  "roles",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    /** Set on system roles alone. */
    key: text("key"),
    name: text("name").notNull(),
    description: text("description"),
    permissions: json<string[]>("permissions").notNull(),
    priority: integer("priority").notNull(),
    color: text("color"),
    isSystem: flag("is_system").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (table) => [
    uniqueIndex("roles_key").on(table.organizationId, table.key),
    uniqueIndex("roles_name").on(table.organizationId, table.name),
  ],
);

/** A permission that the organization made up itself, for roles to hold; the Administrator role always does. */
export const customPermissions = sqliteTable(
  "custom_permissions",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    /** What roles hold and the API calls its id, such as `custom.fleet_roster`. */
    key: text("key").notNull(),
    name: text("name").notNull(),
    description: text("description"),
    category: text("category").$type<CustomCategory>().notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (table) => [uniqueIndex("custom_permissions_key").on(table.organizationId, table.key)],
);

/** A user's place in the organization. */
export const members = sqliteTable(
  "members",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    roleId: integer("role_id")
      .notNull()
      .references(() => roles.id),
    /** Who gave the role: a user, or the mapping of a Discord role (taken back when that role goes). */
    roleSource: text("role_source").$type<"person" | "discord">().notNull(),
    status: text("status").$type<MemberStatus>().notNull(),
    joinedAt: instant("joined_at").notNull(),
    /** In the Discord server, as the syncs and the CRM bot say. */
    inDiscord: flag("in_discord").notNull().default(false),
    /** When the CRM bot last saw the member, to SEEN_MINUTES. */
    lastSeenAt: instant("last_seen_at"),
    /** Orders members by when they were last seen, those never seen by id; no two are equal. */
    seenPosition: text("seen_position")
      .notNull()
      .generatedAlwaysAs(sql`coalesce(last_seen_at, '') || printf(' %012d', 999999999999 - id)`, {
        mode: "virtual",
      }),
    /** Orders members by when they joined; no two are equal. */
    joinedPosition: text("joined_position")
      .notNull()
      .generatedAlwaysAs(sql`joined_at || printf(' %012d', id)`, { mode: "virtual" }),
    updatedAt: instant("updated_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (table) => [
    uniqueIndex("members_user").on(table.userId),
    index("members_seen").on(table.organizationId, table.status, table.seenPosition),
    index("members_role").on(table.roleId, table.seenPosition),
    index("members_presence").on(table.organizationId, table.inDiscord, table.seenPosition),
    index("members_joined").on(table.organizationId, table.joinedPosition),
  ],
);

/** What happened to a member; entries are only ever added. */
export const memberHistory = sqliteTable(
  "member_history",
  {
    id: integer("id").primaryKey(),
    memberId: integer("member_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    action: text("action").$type<MemberAction>().notNull(),
    performedBy: text("performed_by").notNull(),
    performedById: integer("performed_by_id"),
    /** A role by its name then, or a status. */
    previousValue: text("previous_value"),
    newValue: text("new_value"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("member_history_of").on(table.memberId, table.id)],
);

/** Number of members by role, status and presence in the Discord server, kept by triggers. */
export const memberTotals = sqliteTable(
  "member_totals",
  {
    organizationId: integer("organization_id").notNull(),
    roleId: integer("role_id").notNull(),
    status: text("status").$type<MemberStatus>().notNull(),
    inDiscord: flag("in_discord").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.roleId, table.status, table.inDiscord] })],
);

/** Active members at the end of each day (UTC), written by the daily upkeep. */
export const memberDays = sqliteTable(
  "member_days",
  {
    organizationId: integer("organization_id").notNull(),
    day: text("day").notNull(),
    active: integer("active").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.day] })],
);
