import * as z from "zod/mini";
import { line, personName } from "../../../lib/names.schema.ts";
import { recordId, version } from "../../../lib/wire.schema.ts";
import { type Currency, isInHundredths, MOST_AMOUNT } from "../pay.schema.ts";
import { CREW_LIMIT, SPLIT_MODES, type SplitMode, type SplitProblem } from "./split.schema.ts";

export * from "./split.schema.ts";

export const EXPENSE_STATUSES = ["pending", "approved", "declined"] as const;
export type ExpenseStatus = (typeof EXPENSE_STATUSES)[number];

/**
 * Accounts of the ledger: what a contract pays comes out of `contract`, and goes to members, guests, what was spent
 * (`costs`) and, where a share is donated, the organization. Fees go from who paid them to `fee`.
 */
export type LedgerAccount = "contract" | "member" | "guest" | "costs" | "organization" | "fee";

/**
 * What the history of a contract says of its payout. `split`: `newValue` is the mode that was chosen, or one of these.
 * `expense` and `transfer`: `newValue` is the amount; `changes` has its `status` and who it is about, `name` of an
 * expense, `payer` and `receiver` of a transfer. The status of an expense is null before it was added and after it was
 * removed; a transfer is `open`, `sent` or `confirmed`.
 */
export const SPLIT_EVENTS = ["locked", "unlocked", "donated", "kept"] as const;
export type SplitEvent = (typeof SPLIT_EVENTS)[number];
export type TransferStatus = "open" | "sent" | "confirmed";

/** A person of a split sheet as it is stored; `share`, `expenses` and `receives` from the approval on. */
export type SheetLine = {
  /** Null for a guest without an account. */
  userId: number | null;
  name: string;
  /** As `CrewMember` has it. */
  value: number;
  holds: number;
  donates: boolean;
  share?: number;
  expenses?: number;
  receives?: number;
};

/** The same for its reader: shares as they stand, null while they cannot be computed. */
export type PayoutLine = {
  userId: number | null;
  name: string;
  avatarUrl: string | null;
  isLead: boolean;
  value: number;
  holds: number;
  donates: boolean;
  expenses: number;
  share: number | null;
  receives: number | null;
};

export type Expense = {
  id: number;
  contractId: number;
  userId: number | null;
  name: string;
  amount: number;
  note: string;
  status: ExpenseStatus;
  decidedBy: string | null;
  createdAt: string;
  version: number;
  /** `decide` stays until the split is approved, so that a decision can be changed. */
  can: { decide: boolean; delete: boolean };
};

export type Transfer = {
  id: number;
  contractId: number;
  payer: { userId: number | null; name: string; avatarUrl: string | null };
  receiver: { userId: number | null; name: string; avatarUrl: string | null };
  /** What arrives: the number to type in the game. */
  amount: number;
  fee: number;
  currency: Currency;
  sentAt: string | null;
  confirmedAt: string | null;
  version: number;
  /** Whether the reader may say that it was sent, take that back, and say that it arrived. */
  can: { send: boolean; unsend: boolean; confirm: boolean };
};

/** All about the pay of one contract, GET /api/contracts/{id}/payout. */
export type Payout = {
  contractId: number;
  currency: Currency;
  /** What there is to split. */
  pay: number;
  mode: SplitMode;
  /** User id of who has the money to begin with; null when that user was deleted. */
  payer: number | null;
  payerName: string | null;
  lines: PayoutLine[];
  /** Why it cannot be split as it stands. */
  problem: SplitProblem | null;
  /** In hundredths of a percent. */
  feeRate: number;
  lockedAt: string | null;
  lockedBy: string | null;
  /** When the last transfer was confirmed. */
  settledAt: string | null;
  expenses: Expense[];
  transfers: Transfer[];
  /** 0 until someone changes the sheet. */
  version: number;
  can: { edit: boolean; lock: boolean; unlock: boolean; addExpense: boolean; donate: boolean };
};

const NAME_LENGTH = 64;
const name = personName(NAME_LENGTH);
const amount = z.int().check(z.minimum(0), z.maximum(MOST_AMOUNT));

const sheetLine = z.strictObject({
  userId: z.nullable(recordId),
  name: z.optional(name),
  value: z.number().check(z.minimum(0), z.maximum(MOST_AMOUNT), z.refine(isInHundredths)),
  holds: z.optional(amount),
  donates: z.optional(z.boolean()),
});

/**
 * The split sheet of a contract; `name` is only read for guests, who need one, and `payer` stays as it is when left
 * out. Percents are at most 100 and fixed amounts whole; whether they add up is only checked on approval.
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
      if (mode === "fixed" && !Number.isInteger(input))
        issues.push({ code: "invalid_type", expected: "int", input, path });
      if (userId === null && name === undefined)
        issues.push({ code: "invalid_type", expected: "string", input: name, path: ["lines", at, "name"] });
    }
  });
export type SheetInput = z.infer<typeof sheetInput>;

export const lockInput = z.strictObject({ version });
export const donateInput = z.strictObject({ donates: z.boolean(), version });

export const EXPENSE_NOTE_LENGTH = 200;
/** Most expenses of one contract. */
export const EXPENSE_LIMIT = 100;
/** An expense of the caller; of another person of the crew where the caller looks after the payout. */
export const expenseInput = z.strictObject({
  userId: z.optional(z.nullable(recordId)),
  /** Of a guest. */
  name: z.optional(name),
  amount: z.int().check(z.minimum(1), z.maximum(MOST_AMOUNT)),
  note: line(EXPENSE_NOTE_LENGTH, 1),
});
export type ExpenseInput = z.infer<typeof expenseInput>;

export const decideExpenseInput = z.strictObject({ status: z.enum(["approved", "declined"]), version });
export const sendInput = z.strictObject({ sent: z.boolean(), version });
export const confirmInput = z.strictObject({ version });

/** The caller's money, GET /api/user/money: transfers that wait, theirs to send first. */
export type Money = {
  owing: (Transfer & { contractTitle: string })[];
  owed: (Transfer & { contractTitle: string })[];
  /** Newest first, at most 50: transfers of the caller that were confirmed. */
  settled: (Transfer & { contractTitle: string })[];
  /** What the ledger of closed contracts holds for the caller. */
  balances: Record<Currency, number>;
};
