import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, instant } from "../../../lib/db/columns.ts";
import { organizationId } from "../../settings/index.ts";
import { users } from "../../users/index.ts";
import { contracts } from "../contracts.table.ts";
import type { ApplicationStatus } from "./applications.schema.ts";

/** What users write who want a contract, or to join the security team. */
export const contractApplications = sqliteTable(
  "contract_applications",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    /** Null for the security team. */
    contractId: integer("contract_id").references(() => contracts.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    status: text("status").$type<ApplicationStatus>().notNull().default("pending"),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    discordUsername: text("discord_username").notNull(),
    timezone: text("timezone").notNull(),
    rsiHandle: text("rsi_handle"),
    experience: text("experience").notNull(),
    shipType: text("ship_type").notNull(),
    availability: text("availability").notNull(),
    backgroundCheck: flag("background_check").notNull(),
    references: text("references"),
    additionalNotes: text("additional_notes"),
    /** What the one who decided tells the applicant. */
    message: text("message"),
    decidedBy: text("decided_by"),
    decidedAt: instant("decided_at"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    // One open application for each user and contract, and for the security team, where contract_id is null.
    uniqueIndex("contract_applications_open")
      .on(table.userId, table.contractId)
      .where(sql`status = 'pending' and contract_id is not null`),
    uniqueIndex("contract_applications_open_security")
      .on(table.userId)
      .where(sql`status = 'pending' and contract_id is null`),
    index("contract_applications_of").on(table.contractId, table.id).where(sql`contract_id is not null`),
    index("contract_applications_own").on(table.userId, table.id),
    index("contract_applications_security")
      .on(table.organizationId, table.id)
      .where(sql`contract_id is null`),
  ],
);
