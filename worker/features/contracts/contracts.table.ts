import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../lib/db/columns.ts";
import { organizationId } from "../settings/index.ts";
import { users } from "../users/index.ts";
import type { ContractStatus, ContractType, Currency, PaymentType, RiskLevel } from "./contracts.schema.ts";

/** Work that is offered to the organization's members. */
export const contracts = sqliteTable(
  "contracts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    title: text("title").notNull(),
    description: text("description"),
    /** The pay, or for a percentage the total that it is a part of; unused for an hourly rate. */
    amount: real("amount").notNull().default(0),
    currency: text("currency").$type<Currency>().notNull().default("aUEC"),
    paymentType: text("payment_type").$type<PaymentType>().notNull().default("flat_rate"),
    percentageOf: real("percentage_of"),
    hourlyRate: real("hourly_rate"),
    estimatedHours: real("estimated_hours"),
    status: text("status").$type<ContractStatus>().notNull().default("draft"),
    type: text("type").$type<ContractType>().notNull().default("mining"),
    riskLevel: text("risk_level").$type<RiskLevel>().notNull().default("low"),
    location: text("location"),
    duration: text("duration"),
    /** The user who does it. */
    assignedTo: integer("assigned_to").references(() => users.id, { onDelete: "set null" }),
    /** Ids of members; a member who is deleted leaves theirs, so that deleting looks through no contracts. */
    postedBy: integer("posted_by"),
    createdBy: integer("created_by").notNull(),
    deadline: instant("deadline"),
    closedAt: instant("closed_at"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [index("contracts_assignee").on(table.assignedTo, table.status, table.closedAt)],
);
