import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, instant, json } from "../../lib/db/columns.ts";
import { forms } from "../forms/index.ts";
import { roles } from "../roles/index.ts";
import { organizationId } from "../settings/index.ts";
import { users } from "../users/index.ts";
import type { TeamAnswers, TeamStatus } from "./teams.schema.ts";

/** Teams that members apply to by a form of their own, besides the security team. */
export const teams = sqliteTable(
  "teams",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    name: text("name").notNull(),
    formId: integer("form_id")
      .notNull()
      .references(() => forms.id),
    /** The role whose holders review; null leaves that to administrators. */
    reviewerRoleId: integer("reviewer_role_id").references(() => roles.id, { onDelete: "set null" }),
    /** The role that an accepted member gets. */
    roleId: integer("role_id").references(() => roles.id, { onDelete: "set null" }),
    /** Whether it takes applications. */
    isOpen: flag("is_open").notNull(),
    version: integer("version").notNull().default(1),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("teams_form").on(table.formId),
    uniqueIndex("teams_name").on(table.organizationId, table.name),
  ],
);

/** Applications of members to these teams. */
export const teamApplications = sqliteTable(
  "team_applications",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    teamId: integer("team_id")
      .notNull()
      .references(() => teams.id),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    formNumber: integer("form_number").notNull(),
    answers: json<TeamAnswers>("answers").notNull(),
    status: text("status").$type<TeamStatus>().notNull().default("pending"),
    /** What the applicant reads of the decision. */
    message: text("message"),
    /** Name of the user who decided, as it was then. */
    decidedBy: text("decided_by"),
    decidedAt: instant("decided_at"),
    /** When the answers were deleted. */
    purgedAt: instant("purged_at"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    index("team_applications_own").on(table.userId, table.teamId, table.id),
    uniqueIndex("team_applications_open").on(table.userId, table.teamId).where(sql`status = 'pending'`),
    index("team_applications_waiting").on(table.teamId, table.id).where(sql`status = 'pending'`),
    index("team_applications_decided")
      .on(table.teamId, table.id)
      .where(sql`status in ('accepted', 'declined')`),
    // Those whose answers are deleted some day.
    index("team_applications_due")
      .on(table.organizationId, table.decidedAt)
      .where(sql`status = 'declined' and purged_at is null`),
  ],
);
