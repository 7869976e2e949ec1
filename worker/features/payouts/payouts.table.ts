import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, json } from "../../lib/db/columns.ts";
import { type Currency, contracts } from "../contracts/index.ts";
import { organizationId } from "../settings/index.ts";
import { users } from "../users/index.ts";
import type { ExpenseStatus, LedgerAccount, SheetLine } from "./payouts.schema.ts";
import type { SplitMode } from "./split.schema.ts";

/** How the pay of a contract is split; a contract has a row from the first change of its split. */
export const contractSplits = sqliteTable("contract_splits", {
  /** The contract's own id. */
  id: integer("id")
    .primaryKey()
    .references(() => contracts.id, { onDelete: "cascade" }),
  organizationId: organizationId(),
  mode: text("mode").$type<SplitMode>().notNull(),
  /** The user who holds the money at first. No foreign key: deleting a user searches no splits. */
  payer: integer("payer"),
  /** From the approval on with the amount that each person receives. */
  lines: json<SheetLine[]>("lines").notNull(),
  /** The transfer fee in hundredths of a percent; set by the approval. */
  feeRate: integer("fee_rate"),
  /** The time of the approval, after which it cannot change. */
  lockedAt: instant("locked_at"),
  lockedBy: text("locked_by"),
  version: integer("version").notNull().default(1),
  updatedAt: instant("updated_at").notNull(),
});

export const contractExpenses = sqliteTable(
  "contract_expenses",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    contractId: integer("contract_id")
      .notNull()
      .references(() => contracts.id, { onDelete: "cascade" }),
    organizationId: organizationId(),
    /** The user who paid, who may be deleted; null for a guest. */
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

/** The payments between people of a split: made by its approval, and corrections of these. */
export const payoutTransfers = sqliteTable(
  "payout_transfers",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    contractId: integer("contract_id")
      .notNull()
      .references(() => contracts.id, { onDelete: "cascade" }),
    /** Null for a guest and for a deleted user; the name stays. */
    payer: integer("payer").references(() => users.id, { onDelete: "set null" }),
    payerName: text("payer_name").notNull(),
    receiver: integer("receiver").references(() => users.id, { onDelete: "set null" }),
    receiverName: text("receiver_name").notNull(),
    /** The amount that arrives, and the fee that the game adds. */
    amount: integer("amount").notNull(),
    fee: integer("fee").notNull(),
    currency: text("currency").$type<Currency>().notNull(),
    sentAt: instant("sent_at"),
    /** The user who marked it as sent, or another who closed the contract after its receiver had reported it. */
    sentBy: integer("sent_by"),
    confirmedAt: instant("confirmed_at"),
    /** The reason of a correction; null for a payment that the approval made. */
    reason: text("reason"),
    version: integer("version").notNull().default(1),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    index("payout_transfers_of").on(table.contractId),
    index("payout_transfers_owed")
      .on(table.receiver, table.confirmedAt, table.sentAt)
      .where(sql`receiver is not null`),
    index("payout_transfers_owing")
      .on(table.payer, table.confirmedAt, table.sentAt)
      .where(sql`payer is not null`),
  ],
);

/** Bookings of the money of closed contracts; those of one contract sum to zero. */
export const payoutLedger = sqliteTable(
  "payout_ledger",
  {
    id: integer("id").primaryKey(),
    organizationId: organizationId(),
    contractId: integer("contract_id").notNull(),
    account: text("account").$type<LedgerAccount>().notNull(),
    /** The user of a member's account; null for other accounts and for a deleted user. */
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    name: text("name").notNull(),
    /** Positive into the account, negative out of it: out of a member's account for fees. */
    amount: integer("amount").notNull(),
    currency: text("currency").$type<Currency>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("payout_ledger_user").on(table.userId).where(sql`user_id is not null`),
    index("payout_ledger_unconfirmed").on(table.contractId).where(sql`account = 'unconfirmed'`),
  ],
);
