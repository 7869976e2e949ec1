import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, json } from "../../lib/db/columns.ts";
import { columnsOf } from "../../lib/fields.ts";
import { organizationId } from "../settings/index.ts";
import { users } from "../users/index.ts";
import { contractFields } from "./contracts.fields.ts";
import type { ContractHistoryEntry, ContractStatus } from "./contracts.schema.ts";

/** Work that the organization offers to its members. Amounts are whole units of the currency. */
export const contracts = sqliteTable(
  "contracts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    ...columnsOf(contractFields),
    /** The whole pay, computed by `payOf`. */
    pay: integer("pay").notNull().default(0),
    status: text("status").$type<ContractStatus>().notNull().default("draft"),
    /** The user who does the work. */
    assignedTo: integer("assigned_to").references(() => users.id, { onDelete: "set null" }),
    /** Ids of members without a foreign key: deleting a member searches no contracts and leaves them. */
    postedBy: integer("posted_by"),
    createdBy: integer("created_by").notNull(),
    /** The user of `postedBy`, which saves lists a row read for each contract. */
    postedByUser: integer("posted_by_user"),
    /** When it became available; null while it is a draft. */
    postedAt: instant("posted_at"),
    closedAt: instant("closed_at"),
    /** Number of pending applications. */
    applications: integer("applications").notNull().default(0),
    /** Number of transfers of its payout: all, sent, and confirmed by their receivers. */
    transfers: integer("transfers").notNull().default(0),
    transfersSent: integer("transfers_sent").notNull().default(0),
    transfersConfirmed: integer("transfers_confirmed").notNull().default(0),
    /** Title, place and poster in lower case, for the search. */
    searchText: text("search_text").notNull().default(""),
    /** Orders by age, below by deadline (without one last) and by pay. Unique, so that a page can begin anywhere. */
    position: text("position")
      .notNull()
      .generatedAlwaysAs(sql`coalesce(posted_at, created_at) || printf(' %012d', id)`, { mode: "virtual" }),
    deadlinePosition: text("deadline_position")
      .notNull()
      .generatedAlwaysAs(sql`coalesce(deadline, '~') || printf(' %012d', id)`, { mode: "virtual" }),
    payPosition: text("pay_position")
      .notNull()
      .generatedAlwaysAs(sql`printf('%015d %012d', pay, id)`, { mode: "virtual" }),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    index("contracts_assignee")
      .on(table.assignedTo, table.status, table.closedAt)
      .where(sql`assigned_to is not null`),
    index("contracts_applied").on(table.postedBy).where(sql`applications > 0`),
    index("contracts_to_pay")
      .on(table.postedBy)
      .where(sql`status in ('accepted', 'completed', 'awaiting_payment')`),
    index("contracts_board").on(table.organizationId, table.position).where(sql`posted_at is not null`),
    index("contracts_deadline")
      .on(table.organizationId, table.deadlinePosition)
      .where(sql`posted_at is not null`),
    index("contracts_pay").on(table.organizationId, table.payPosition).where(sql`posted_at is not null`),
    // Queries repeat this condition literally: SQLite compares the text.
    index("contracts_available")
      .on(table.organizationId, table.position)
      .where(sql`status in ('posted', 'open', 'active')`),
    index("contracts_drafts").on(table.organizationId, table.position).where(sql`posted_at is null`),
    index("contracts_drafts_created").on(table.createdBy, table.position).where(sql`posted_at is null`),
    // Drafts last posted by another member than their creator; `contracts_drafts_created` has all others.
    index("contracts_drafts_posted")
      .on(table.postedBy, table.position)
      .where(sql`posted_at is null and posted_by <> created_by`),
  ],
);

/** Events of a contract. Entries are added, never changed. */
export const contractHistory = sqliteTable(
  "contract_history",
  {
    id: integer("id").primaryKey(),
    contractId: integer("contract_id")
      .notNull()
      .references(() => contracts.id, { onDelete: "cascade" }),
    action: text("action").$type<ContractHistoryEntry["action"]>().notNull(),
    performedBy: text("performed_by").notNull(),
    performedById: integer("performed_by_id"),
    previousValue: text("previous_value"),
    newValue: text("new_value"),
    notes: text("notes"),
    changes: json<ContractHistoryEntry["changes"]>("changes"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("contract_history_of").on(table.contractId, table.id)],
);

/** The text that the search of contracts reads. */
export const searchTextOf = (title: string, location: string | null, poster: string): string =>
  [title, location ?? "", poster].join("\n").toLowerCase();
