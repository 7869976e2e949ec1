import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "../../lib/db/columns.ts";
import { roles } from "../roles/index.ts";
import { organizations } from "../settings/index.ts";
import { users } from "../users/index.ts";
import type { MemberStatus } from "./members.schema.ts";

/** A user's place in the organization. */
export const members = sqliteTable(
  "members",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: integer("organization_id")
      .notNull()
      .references(() => organizations.id),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    roleId: integer("role_id")
      .notNull()
      .references(() => roles.id),
    /** Who gave the role: a person, or the mapping of a Discord role (taken back when that role goes). */
    roleSource: text("role_source").$type<"person" | "discord">().notNull(),
    status: text("status").$type<MemberStatus>().notNull(),
    joinedAt: instant("joined_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (table) => [
    uniqueIndex("members_user").on(table.userId),
    index("members_list").on(table.organizationId, table.id),
    index("members_role").on(table.roleId, table.status),
  ],
);

/** Number of members by status, kept by triggers. */
export const memberTotals = sqliteTable(
  "member_totals",
  {
    organizationId: integer("organization_id").notNull(),
    status: text("status").$type<MemberStatus>().notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.status] })],
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
