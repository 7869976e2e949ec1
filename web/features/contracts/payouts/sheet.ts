import * as z from "zod/mini";
import {
  duesOf,
  type Expense,
  largestRemainder,
  type Payment,
  type Payout,
  type SheetInput,
  SPLIT_MODES,
  type SplitMode,
  type SplitProblem,
  splitSum,
  whoPaysWhom,
} from "../../../../worker/features/contracts/payouts/payouts.schema.ts";
import { readNumber } from "./numbers.ts";

/** A person of a sheet that is being written; numbers are as they were typed. */
const person = z.object({
  /** `u` and the id of a user, or anything else for others. */
  key: z.string(),
  userId: z.nullable(z.number()),
  name: z.string(),
  avatarUrl: z.nullable(z.string()),
  value: z.string(),
  holds: z.string(),
  /** Only where they are not kept one by one. */
  expenses: z.string(),
  donates: z.boolean(),
});
export type Person = z.infer<typeof person>;

/** How a sum is split, while it is being written. */
export const sheetShape = z.object({
  mode: z.enum(SPLIT_MODES),
  /** Key of who has the money to begin with, who may be none of the people; null for nobody that is known. */
  payer: z.nullable(z.string()),
  people: z.array(person),
});
export type Sheet = z.infer<typeof sheetShape>;

export const keyOf = (userId: number | null): string =>
  userId === null ? `g${crypto.randomUUID()}` : `u${userId}`;
const userOf = (key: string | null): number | undefined =>
  key?.startsWith("u") ? Number(key.slice(1)) : undefined;

/** Decimals that a value may have, and the most that it may be where that is not any amount. */
export const decimalsOf = (mode: SplitMode): 0 | 2 => (mode === "weighted" || mode === "percentage" ? 2 : 0);
export const mostOf = (mode: SplitMode): number | undefined => (mode === "percentage" ? 100 : undefined);
const readValue = (mode: SplitMode, text: string) => readNumber(text, decimalsOf(mode), mostOf(mode));

/** The sheet of a payout as it is stored; `textOf` writes a number. */
export const sheetOf = (payout: Payout, textOf: (value: number) => string): Sheet => ({
  mode: payout.mode,
  payer: payout.payer === null ? null : keyOf(payout.payer),
  people: payout.lines.map(({ userId, name, avatarUrl, value, holds, donates }) => ({
    key: userId === null ? `g${name}` : keyOf(userId),
    ...{ userId, name, avatarUrl, donates, expenses: "" },
    value: textOf(value),
    holds: holds === 0 ? "" : textOf(holds),
  })),
});

/** What saving a sheet sends; null while a number makes no sense. */
export function inputOf({ mode, payer, people }: Sheet): Omit<SheetInput, "version"> | null {
  const lines = people.map(({ userId, name, value, holds, donates }) => ({
    userId,
    ...(userId === null ? { name } : {}),
    value: readValue(mode, value),
    holds: readNumber(holds),
    donates,
  }));
  if (lines.some((line) => line.value === null || line.holds === null)) return null;
  const userId = userOf(payer);
  return { mode, ...(userId ? { payer: userId } : {}), lines: lines as SheetInput["lines"] };
}

/** Whether two sheets say the same. */
export const isSameSheet = (a: Sheet, b: Sheet): boolean =>
  JSON.stringify(inputOf(a)) === JSON.stringify(inputOf(b)) && inputOf(a) !== null;

/** What a person of a sheet gets back for what they spent: their approved expenses. */
export const spentBy = (expenses: readonly Expense[], { userId, name }: Pick<Person, "userId" | "name">) =>
  expenses
    .filter((each) => each.status === "approved" && each.userId === userId)
    .filter((each) => userId !== null || each.name === name)
    .reduce((sum, { amount }) => sum + amount, 0);

/** Who has approved expenses without being of the crew; null for nobody. */
export const spentOutside = (
  expenses: readonly Expense[],
  crew: readonly Pick<Person, "userId" | "name">[],
): string | null =>
  expenses.find(
    ({ status, userId, name }) =>
      status === "approved" &&
      !crew.some((each) => each.userId === userId && (userId !== null || each.name === name)),
  )?.name ?? null;

/** A person of a sheet with what they get; null while it cannot be computed. */
export type Row = {
  key: string;
  value: number | null;
  holds: number | null;
  expenses: number | null;
  share: number | null;
  receives: number | null;
};

/** Why a sheet cannot be split: as the server says, or a number that makes no sense. */
export type Problem = SplitProblem | { reason: "invalid" };

/** What everybody gets; `expensesOf` tells what a person spent. */
export function computeSheet(
  sum: number | null,
  { mode, people }: Sheet,
  expensesOf: (each: Person) => number | null = ({ expenses }) => readNumber(expenses),
): { rows: Row[]; problem: Problem | null } {
  const rows = people.map((each) => ({
    key: each.key,
    value: readValue(mode, each.value),
    holds: readNumber(each.holds),
    expenses: expensesOf(each),
    donates: each.donates,
  }));
  const crew = rows.flatMap(({ value, holds, expenses, donates }) =>
    value === null || holds === null || expenses === null ? [] : [{ value, holds, expenses, donates }],
  );
  const isWhole = sum !== null && crew.length === rows.length;
  const answer = isWhole ? splitSum(sum, mode, crew) : { problem: { reason: "invalid" } as const };
  const shares = "shares" in answer ? answer.shares : [];
  return {
    rows: rows.map(({ donates: _, ...row }, at) => ({
      ...row,
      share: shares[at]?.share ?? null,
      receives: shares[at]?.receives ?? null,
    })),
    problem: "problem" in answer ? answer.problem : null,
  };
}

/**
 * Who pays whom, by the places of the people; the place after the last is a payer who is none of them. The payer begins with
 * what nobody else holds, and keeps the shares that were given away.
 */
export function paymentsOf(rows: readonly Row[], payer: number): Payment[] {
  const people = rows.map(({ receives, holds }) => ({ receives: receives ?? 0, holds: holds ?? 0 }));
  return whoPaysWhom(duesOf([...people, { receives: 0, holds: 0 }], payer));
}

/** The same people in another mode, with values that make sense in it: what they get now where they get something. */
export function inMode(
  sheet: Sheet,
  mode: SplitMode,
  rows: readonly Row[],
  textOf: (value: number) => string,
): Sheet {
  const shares = rows.map(({ share }) => share ?? 0);
  const weights = shares.some((share) => share > 0) ? shares : rows.map(() => 1);
  const values: Record<SplitMode, (at: number) => number> = {
    equal: () => 1,
    weighted: () => 1,
    time: () => 60,
    percentage: (at) => (largestRemainder(10_000, weights)[at] ?? 0) / 100,
    fixed: (at) => shares[at] ?? 0,
  };
  const people = sheet.people.map((each, at) => ({ ...each, value: textOf(values[mode](at)) }));
  return { ...sheet, mode, people };
}

/** A new person of a sheet. */
export const newPerson = (mode: SplitMode, who: Pick<Person, "userId" | "name" | "avatarUrl">): Person => ({
  key: keyOf(who.userId),
  ...who,
  value: { equal: "1", weighted: "1", time: "60", percentage: "0", fixed: "0" }[mode],
  holds: "",
  expenses: "",
  donates: false,
});
