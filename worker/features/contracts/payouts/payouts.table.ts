import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, json } from "../../../lib/db/columns.ts";
import { organizationId } from "../../settings/index.ts";
import { users } from "../../users/index.ts";
import type { Currency } from "../contracts.schema.ts";
import { contracts } from "../contracts.table.ts";
import type { ExpenseStatus, LedgerAccount, SheetLine } from "./payouts.schema.ts";
import type { SplitMode } from "./split.schema.ts";

/** How a contract's pay is split, once someone has said so; a row for each such contract. */
export const contractSplits = sqliteTable("contract_splits", {
  /** The contract's own id. */
  id: integer("id")
    .primaryKey()
    .references(() => contracts.id, { onDelete: "cascade" }),
  organizationId: organizationId(),
  mode: text("mode").$type<SplitMode>().notNull(),
  /** The user who has the money to begin with, who may be deleted since: deleting a user looks through no splits. */
  payer: integer("payer"),
  /** With what each receives, from the approval on. */
  lines: json<SheetLine[]>("lines").notNull(),
  /** The transfer fee in hundredths of a percent, kept from the approval on. */
  feeRate: integer("fee_rate"),
  /** When it was approved; from then on nothing of it changes. */
  lockedAt: instant("locked_at"),
  lockedBy: text("locked_by"),
  version: integer("version").notNull().default(1),
  updatedAt: instant("updated_at").notNull(),
});

/** What users paid for a contract out of their own pocket. */
export const contractExpenses = sqliteTable(
  "contract_expenses",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    contractId: integer("contract_id")
      .notNull()
      .references(() => contracts.id, { onDelete: "cascade" }),
    organizationId: organizationId(),
    /** Who paid it, a user who may be deleted since; null for a guest. */
    userId: integer("user_id"),
    name: text("name").notNull(),
    amount: integer("amount").notNull(),
    note: text("note").notNull(),
    status: text("status").$type<ExpenseStatus>().notNull().default("pending"),
    decidedBy: text("decided_by"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [index("contract_expenses_of").on(table.contractId, table.id)],
);

/** Who pays whom for a contract, from the approval of its split on. */
export const payoutTransfers = sqliteTable(
  "payout_transfers",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    contractId: integer("contract_id")
      .notNull()
      .references(() => contracts.id, { onDelete: "cascade" }),
    /** Null for a guest, and when the user was deleted; the name stays. */
    payer: integer("payer").references(() => users.id, { onDelete: "set null" }),
    payerName: text("payer_name").notNull(),
    receiver: integer("receiver").references(() => users.id, { onDelete: "set null" }),
    receiverName: text("receiver_name").notNull(),
    /** What arrives, and what the game takes on top. */
    amount: integer("amount").notNull(),
    fee: integer("fee").notNull(),
    currency: text("currency").$type<Currency>().notNull(),
    sentAt: instant("sent_at"),
    confirmedAt: instant("confirmed_at"),
    version: integer("version").notNull().default(1),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    index("payout_transfers_of").on(table.contractId),
    index("payout_transfers_owed").on(table.receiver, table.confirmedAt).where(sql`receiver is not null`),
    index("payout_transfers_owing").on(table.payer, table.confirmedAt).where(sql`payer is not null`),
  ],
);

/** Where the money of closed contracts went: what comes out of a contract and what goes elsewhere sum to zero. */
export const payoutLedger = sqliteTable(
  "payout_ledger",
  {
    id: integer("id").primaryKey(),
    organizationId: organizationId(),
    contractId: integer("contract_id").notNull(),
    account: text("account").$type<LedgerAccount>().notNull(),
    /** The user whose account it is; null for every other account, and when the user was deleted. */
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    name: text("name").notNull(),
    /** Into the account, or out of it when negative. */
    amount: integer("amount").notNull(),
    currency: text("currency").$type<Currency>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("payout_ledger_user").on(table.userId).where(sql`user_id is not null`)],
);
