import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, instant, json } from "../../lib/db/columns.ts";
import { contracts } from "../contracts/index.ts";
import { type Answers, forms } from "../forms/index.ts";
import { organizationId } from "../settings/index.ts";
import { users } from "../users/index.ts";
import type { ApplicationKind, ApplicationStatus } from "./applications.schema.ts";

/** Applications of members for a contract or for the security team. */
export const contractApplications = sqliteTable(
  "contract_applications",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    kind: text("kind").$type<ApplicationKind>().notNull(),
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
    /** The version of the form that was asked; null for the questions of the specification alone. */
    formId: integer("form_id").references(() => forms.id),
    formNumber: integer("form_number"),
    /** Answers to the questions that the organization added. */
    answers: json<Answers>("answers"),
    message: text("message"),
    decidedBy: text("decided_by"),
    decidedAt: instant("decided_at"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    check("contract_applications_kind", sql`(kind = 'contract') = (contract_id is not null)`),
    // One pending application of a user for each contract, and one for the security team.
    uniqueIndex("contract_applications_open")
      .on(table.userId, table.contractId)
      .where(sql`status = 'pending' and kind = 'contract'`),
    uniqueIndex("contract_applications_open_security")
      .on(table.userId)
      .where(sql`status = 'pending' and kind = 'security'`),
    // The condition is on the contract and not on the kind, so that the foreign key's cascade uses the index as well.
    index("contract_applications_of").on(table.contractId, table.id).where(sql`contract_id is not null`),
    index("contract_applications_own").on(table.userId, table.id),
    index("contract_applications_waiting")
      .on(table.organizationId, table.id)
      .where(sql`kind = 'security' and status = 'pending'`),
    index("contract_applications_decided")
      .on(table.organizationId, table.id)
      .where(sql`kind = 'security' and decided_at is not null`),
    index("contract_applications_handle")
      .on(table.organizationId, sql`lower(rsi_handle)`)
      .where(sql`rsi_handle is not null`),
    // Counts who answered a version.
    index("contract_applications_form").on(table.formId, table.formNumber).where(sql`form_id is not null`),
    // Declined applications that still have answers.
    index("contract_applications_declined")
      .on(table.decidedAt)
      .where(sql`status = 'declined' and experience <> ''`),
  ],
);

/** The columns of an application whose answers were deleted. */
export const NO_ANSWERS = {
  ...{ firstName: "", lastName: "", discordUsername: "", timezone: "", rsiHandle: null },
  ...{ experience: "", shipType: "", availability: "", backgroundCheck: false },
  ...{ references: null, additionalNotes: null, answers: null },
} satisfies Partial<typeof contractApplications.$inferInsert>;
