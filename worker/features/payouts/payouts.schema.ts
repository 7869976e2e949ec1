import * as z from "zod/mini";
import { line, personName } from "../../lib/names.schema.ts";
import { amount, hundredths, recordId, rounded, version } from "../../lib/wire.schema.ts";
import { contractFields } from "../contracts/contracts.fields.ts";
import { CURRENCIES, MOST_AMOUNT } from "../contracts/pay.schema.ts";
import { CREW_LIMIT, SPLIT_MODES, type SplitMode, splitProblem } from "./split.schema.ts";

export * from "./split.schema.ts";

const EXPENSE_STATUSES = ["pending", "approved", "declined"] as const;
export type ExpenseStatus = (typeof EXPENSE_STATUSES)[number];

/**
 * Accounts of the ledger. The pay comes out of `contract` and goes to members, guests, expenses (`costs`) and, for donated
 * shares, the organization. Fees go from the payer to `fee`. A member's share is `unconfirmed` until another user confirms it.
 * A confirmed correction goes from the payer's `correction` to the receiver's.
 */
export type LedgerAccount =
  | "contract"
  | "member"
  | "unconfirmed"
  | "guest"
  | "costs"
  | "organization"
  | "correction"
  | "fee";

/**
 * Entries about the payout in a contract's history. `split`: `newValue` is the chosen mode, or one of these.
 * `expense` and `transfer`: `newValue` is the amount; `changes` has its `status` and its people: `name` of an
 * expense, `payer` and `receiver` of a transfer. The status of an expense is null before it is added and after it is
 * removed; a transfer is `open`, `sent` or `confirmed`, and a correction null before it is added and after it is
 * withdrawn, with its reason as the entry's `notes`.
 */
export const SPLIT_EVENTS = ["locked", "unlocked", "donated", "kept"] as const;
/**
 * The amount of an open transfer is owed: its payer has not said that it was sent. A sent one is not owed any longer: it waits for
 * its receiver. A confirmed one has arrived and is never taken back; a correction is a new transfer.
 */
export type TransferStatus = "open" | "sent" | "confirmed";

/** A stored line of a split sheet; `share`, `expenses` and `receives` are set by the approval. */
export type SheetLine = {
  /** Null for a guest without an account. */
  userId: number | null;
  name: string;
  /** See `CrewMember`. */
  value: number;
  holds: number;
  donates: boolean;
  share?: number;
  expenses?: number;
  receives?: number;
};

/** A line as readers get it: the current shares, null where they cannot be computed. */
const payoutLine = z.object({
  userId: z.nullable(z.number()),
  name: z.string(),
  avatarUrl: z.nullable(z.string()),
  isLead: z.boolean(),
  value: z.number(),
  holds: z.number(),
  donates: z.boolean(),
  expenses: z.number(),
  share: z.nullable(z.number()),
  receives: z.nullable(z.number()),
});

const expense = z.object({
  id: z.number(),
  contractId: z.number(),
  userId: z.nullable(z.number()),
  name: z.string(),
  amount: z.number(),
  note: z.string(),
  status: z.enum(EXPENSE_STATUSES),
  decidedBy: z.nullable(z.string()),
  createdAt: z.string(),
  version: z.number(),
  /** `decide` is true until the split is approved: a decision can be changed. */
  can: z.object({ decide: z.boolean(), delete: z.boolean() }),
});
export type Expense = z.infer<typeof expense>;

const transfer = z.object({
  id: z.number(),
  contractId: z.number(),
  payer: z.object({ userId: z.nullable(z.number()), name: z.string(), avatarUrl: z.nullable(z.string()) }),
  receiver: z.object({ userId: z.nullable(z.number()), name: z.string(), avatarUrl: z.nullable(z.string()) }),
  /** The amount that arrives, which the payer types in the game. */
  amount: z.number(),
  fee: z.number(),
  currency: z.enum(CURRENCIES),
  sentAt: z.nullable(z.string()),
  confirmedAt: z.nullable(z.string()),
  /** The reason of a correction; null for a payment of the approved split. */
  reason: z.nullable(z.string()),
  version: z.number(),
  /** Whether the reader may mark it as sent, take that back, confirm that it arrived, and withdraw a correction. */
  can: z.object({ send: z.boolean(), unsend: z.boolean(), confirm: z.boolean(), withdraw: z.boolean() }),
});
export type Transfer = z.infer<typeof transfer>;

/** Why a split cannot be approved yet: `name` has expenses without a line, or the payout has a `problem`. */
const splitBlock = z.discriminatedUnion("reason", [
  z.object({ reason: z.literal("expenses"), count: z.number() }),
  z.object({ reason: z.literal("outside"), name: z.string() }),
  z.object({ reason: z.enum(["problem", "payer"]) }),
]);
export type SplitBlock = z.infer<typeof splitBlock>;

/** The payout of a contract, GET /api/contracts/{id}/payout. */
export const payout = z.object({
  contractId: z.number(),
  currency: z.enum(CURRENCIES),
  /** The sum to split. */
  pay: z.number(),
  mode: z.enum(SPLIT_MODES),
  /** Id of the user who holds the money at first; null when that user was deleted. */
  payer: z.nullable(z.number()),
  payerName: z.nullable(z.string()),
  lines: z.array(payoutLine),
  /** Why the pay cannot be split; null where it can. */
  problem: z.nullable(splitProblem),
  /** Why the split cannot be approved yet, the first reason of several; null where it can. */
  block: z.nullable(splitBlock),
  /** In hundredths of a percent. */
  feeRate: z.number(),
  lockedAt: z.nullable(z.string()),
  lockedBy: z.nullable(z.string()),
  /** When the last transfer was confirmed; null while one of them, or a correction, is not. */
  settledAt: z.nullable(z.string()),
  expenses: z.array(expense),
  transfers: z.array(transfer),
  /** 0 before the first change of the sheet. */
  version: z.number(),
  can: z.object({
    edit: z.boolean(),
    lock: z.boolean(),
    unlock: z.boolean(),
    addExpense: z.boolean(),
    donate: z.boolean(),
    /** May add a correction, where there are fewer than CORRECTION_LIMIT. */
    correct: z.boolean(),
  }),
});
export type Payout = z.infer<typeof payout>;

const NAME_LENGTH = 64;
const name = personName(NAME_LENGTH);

const sheetLine = z.strictObject({
  userId: z.nullable(recordId),
  name: z.optional(name),
  value: hundredths(MOST_AMOUNT),
  holds: z.optional(amount(MOST_AMOUNT)),
  donates: z.optional(z.boolean()),
});

const inWholeUnits = <Sheet extends { mode: SplitMode; lines: { value: number }[] }>(sheet: Sheet): Sheet =>
  sheet.mode === "fixed"
    ? { ...sheet, lines: sheet.lines.map((each) => ({ ...each, value: rounded(each.value, 0) })) }
    : sheet;

/**
 * The split sheet of a contract. `name` is for guests, who need one; without `payer` the payer is kept. Percents are at
 * most 100, and fixed amounts are rounded to whole units; only the approval checks that they add up.
 */
export const sheetInput = z
  .strictObject({
    mode: z.enum(SPLIT_MODES),
    payer: z.optional(recordId),
    lines: z.array(sheetLine).check(z.minLength(1), z.maxLength(CREW_LIMIT)),
    version,
  })
  .check(({ value: { mode, lines }, issues }) => {
    for (const [at, { userId, name, value: input }] of lines.entries()) {
      const path = ["lines", at, "value"];
      if (mode === "percentage" && input > 100)
        issues.push({ code: "too_big", origin: "number", maximum: 100, inclusive: true, input, path });
      if (userId === null && name === undefined)
        issues.push({ code: "invalid_type", expected: "string", input: name, path: ["lines", at, "name"] });
    }
  })
  .check(z.overwrite(inWholeUnits));
export type SheetInput = z.infer<typeof sheetInput>;

/** Pays the people who were confirmed at an event: by the split of a contract, or of a new one with these terms. */
export const payCrewInput = z.strictObject({
  contract: z.union([
    recordId,
    z.strictObject({ title: contractFields.title.input, amount: amount(MOST_AMOUNT, 1) }),
  ]),
  version,
});
export type PayCrewInput = z.infer<typeof payCrewInput>;

export const lockInput = z.strictObject({ version });
export type LockInput = z.infer<typeof lockInput>;
export const donateInput = z.strictObject({ donates: z.boolean(), version });
export type DonateInput = z.infer<typeof donateInput>;

export const EXPENSE_NOTE_LENGTH = 200;
/** Most expenses of one contract. */
export const EXPENSE_LIMIT = 100;
/** An expense of the caller, or of another person of the crew where the caller looks after the contract. */
export const expenseInput = z.strictObject({
  userId: z.optional(z.nullable(recordId)),
  /** Name of a guest. */
  name: z.optional(name),
  amount: amount(MOST_AMOUNT, 1),
  note: line(EXPENSE_NOTE_LENGTH, 1),
});
export type ExpenseInput = z.infer<typeof expenseInput>;

export const decideExpenseInput = z.strictObject({ status: z.enum(["approved", "declined"]), version });
export type DecideExpenseInput = z.infer<typeof decideExpenseInput>;
export const sendInput = z.strictObject({ sent: z.boolean(), version });
export type SendInput = z.infer<typeof sendInput>;
/** Several transfers of one contract, all at the versions that were read, or none. */
export const sendAllInput = z.strictObject({
  sent: z.boolean(),
  transfers: z
    .array(z.strictObject({ id: recordId, version }))
    .check(z.minLength(1), z.maxLength(CREW_LIMIT)),
});
export type SendAllInput = z.infer<typeof sendAllInput>;
export const confirmInput = z.strictObject({ version });
export type ConfirmInput = z.infer<typeof confirmInput>;

export const CORRECTION_REASON_LENGTH = 200;
/** Most corrections of one contract. */
export const CORRECTION_LIMIT = 20;
/** A correction of payments that were made. `payer` and `receiver` are users of the payout; a guest receives by name. */
export const correctionInput = z.strictObject({
  payer: z.nullable(recordId),
  receiver: z.nullable(recordId),
  /** Name of a guest. */
  receiverName: z.optional(name),
  amount: amount(MOST_AMOUNT, 1),
  reason: line(CORRECTION_REASON_LENGTH, 1),
});
export type CorrectionInput = z.infer<typeof correctionInput>;

const ownTransfer = z.extend(transfer, { contractTitle: z.string() });
const sums = z.record(z.enum(CURRENCIES), z.number());
/**
 * Confirmed payments received: transfers that another user sent and the receiver confirmed, in any later state of the contract,
 * and the pay of a contract that another user closed without a split. Corrections that the user paid back are subtracted, fees
 * are not.
 */
const balances = sums;

/** The caller's money, GET /api/user/money. See `TransferStatus` for what is owed, sent and confirmed. */
export const money = z.object({
  /** Transfers that the caller has to send, and those that others have to send to them, oldest first. */
  owing: z.array(ownTransfer),
  owed: z.array(ownTransfer),
  /** Sent, unconfirmed transfers to the caller and from them; those that the caller can confirm first. */
  sent: z.array(ownTransfer),
  /** Confirmed transfers of the caller, newest first, at most 50. */
  settled: z.array(ownTransfer),
  /** Contracts that are done by the caller and not split yet, the newest first, at most 50, with their whole pay. */
  unsplit: z.array(
    z.object({
      contractId: z.number(),
      contractTitle: z.string(),
      pay: z.number(),
      currency: z.enum(CURRENCIES),
    }),
  ),
  balances,
  /**
   * Shares of closed contracts that another user has confirmed, also of money that the caller held, and confirmed corrections,
   * which may make it negative. Repaid expenses are no share; fees are not subtracted.
   */
  earned: sums,
  /** Shares of closed contracts that no other user has confirmed yet. */
  unconfirmed: sums,
  /** Fees that the caller paid for transfers of closed contracts. */
  fees: sums,
});
export type Money = z.infer<typeof money>;

/** A user's done contracts and received payments, for the account page. */
export const doneContracts = z.object({
  /** Done contracts that the user took part in and that another user has confirmed in some way. */
  count: z.number(),
  /** When the first and the tenth were done; null with fewer. */
  firstAt: z.nullable(z.string()),
  tenthAt: z.nullable(z.string()),
  balances,
});
export type DoneContracts = z.infer<typeof doneContracts>;
