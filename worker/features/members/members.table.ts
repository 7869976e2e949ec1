import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, instant } from "../../lib/db/columns.ts";
import { roles } from "../roles/index.ts";
import { organizationId } from "../settings/index.ts";
import { users } from "../users/index.ts";
import type { MemberAction, MemberStatus } from "./members.schema.ts";

const VIRTUAL = { mode: "virtual" } as const;

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
    /** Source of the role: a user, or the mapping of a Discord role (taken back with that role). */
    roleSource: text("role_source").$type<"person" | "discord">().notNull(),
    status: text("status").$type<MemberStatus>().notNull(),
    joinedAt: instant("joined_at").notNull(),
    /** Set with the user's `signedInAt`. */
    hasSignedIn: flag("has_signed_in").notNull().default(false),
    /** In the Discord server, by the last report of syncs and the CRM bot. */
    inDiscord: flag("in_discord").notNull().default(false),
    /** When the CRM bot last saw the member, to SEEN_MINUTES. */
    lastSeenAt: instant("last_seen_at"),
    /** When the member last used the app, to USED_MINUTES; a trigger notes it when a session is extended. */
    usedAt: instant("used_at"),
    /** Days of the current and coming leaves, by their ends, such as `2026-12-03/2026-12-10`, parted by spaces. */
    leaves: text("leaves"),
    /** Orders members by when they were last seen in either place, those never seen by id; no two are equal. */
    seenPosition: text("seen_position")
      .notNull()
      .generatedAlwaysAs(
        sql`max(coalesce(last_seen_at, ''), coalesce(used_at, '')) || printf(' %012d', 999999999999 - id)`,
        VIRTUAL,
      ),
    /** Orders members by when they joined; no two are equal. */
    joinedPosition: text("joined_position")
      .notNull()
      .generatedAlwaysAs(sql`joined_at || printf(' %012d', id)`, VIRTUAL),
    updatedAt: instant("updated_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (table) => [
    uniqueIndex("members_user").on(table.userId),
    index("members_seen").on(table.organizationId, table.status, table.seenPosition),
    index("members_role").on(table.roleId, table.seenPosition),
    // Nearly all active members are in Discord: those are found by status, so that seeing one does not write this index.
    index("members_apart")
      .on(table.organizationId, table.inDiscord, table.seenPosition)
      .where(sql`in_discord = 0 or status = 'inactive'`),
    index("members_joined").on(table.organizationId, table.joinedPosition),
    index("members_never_signed_in")
      .on(table.organizationId, table.seenPosition)
      .where(sql`has_signed_in = 0`),
  ],
);

/** Events in a membership; entries are only ever added, and stay when the member is deleted. */
export const memberHistory = sqliteTable(
  "member_history",
  {
    id: integer("id").primaryKey(),
    organizationId: integer("organization_id").notNull(),
    memberId: integer("member_id").notNull(),
    action: text("action").$type<MemberAction>().notNull(),
    performedBy: text("performed_by").notNull(),
    performedById: integer("performed_by_id"),
    /** The name of a role at that time, or a status. */
    previousValue: text("previous_value"),
    newValue: text("new_value"),
    /** Name, at that time, of the Discord role that decided; null where a user decided. */
    because: text("because"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("member_history_of").on(table.memberId, table.id)],
);

/** The link with which a member chooses a password once. A new one replaces it; it is deleted with the membership. */
export const passwordLinks = sqliteTable(
  "password_links",
  {
    memberId: integer("member_id")
      .primaryKey()
      .references(() => members.id, { onDelete: "cascade" }),
    /** SHA-256 of the token, hexadecimal; the token itself is only in the link. */
    tokenHash: text("token_hash").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [uniqueIndex("password_links_token").on(table.tokenHash)],
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
