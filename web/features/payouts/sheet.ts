import * as z from "zod/mini";
import { MOST_AMOUNT } from "../../../worker/features/contracts/contracts.schema.ts";
import {
  CREW_LIMIT,
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
} from "../../../worker/features/payouts/payouts.schema.ts";
import { rounded } from "../../../worker/lib/wire.schema.ts";
import { asFieldNumber, type FieldNumber, fieldNumber, numberOf } from "../../lib/number.ts";

/** The number that a field holds, 0 for an empty one; null where none was read, and for one with more decimals or above `most`. */
export function readNumber(text: FieldNumber, decimals: 0 | 2 = 0, most = MOST_AMOUNT): number | null {
  const value = numberOf(text) ?? 0;
  return value >= 0 && value <= most && rounded(value, decimals) === value ? value : null;
}

/** A number of a kept draft, see {@link asFieldNumber}. */
export const heldText = z.pipe(z.string(), z.transform(asFieldNumber));

/** A person of an edited sheet; numbers are what their fields hold. */
const person = z.object({
  /** `u` and the id of a user, or another text for guests. */
  key: z.string(),
  userId: z.nullable(z.number()),
  name: z.string(),
  avatarUrl: z.nullable(z.string()),
  value: heldText,
  holds: heldText,
  /** Used where expenses are not kept one by one. */
  expenses: heldText,
  donates: z.boolean(),
});
export type Person = z.infer<typeof person>;

export const sheetShape = z.object({
  mode: z.enum(SPLIT_MODES),
  /** Key of the person who has the money first, in the crew or not; null for an unknown one. */
  payer: z.nullable(z.string()),
  people: z.array(person),
});
export type Sheet = z.infer<typeof sheetShape>;

export const keyOf = (userId: number | null): string =>
  userId === null ? `g${crypto.randomUUID()}` : `u${userId}`;

/** Decimals and maximum of a value, undefined without a maximum. */
export const decimalsOf = (mode: SplitMode): 0 | 2 => (mode === "weighted" || mode === "percentage" ? 2 : 0);
export const mostOf = (mode: SplitMode): number | undefined => (mode === "percentage" ? 100 : undefined);
const readValue = (mode: SplitMode, text: string) => readNumber(text, decimalsOf(mode), mostOf(mode));

/** @param textOf writes the numbers: `fieldNumber` for fields, a format for readers */
export const sheetOf = (payout: Payout, textOf: (value: number) => string = fieldNumber): Sheet => ({
  mode: payout.mode,
  payer: payout.payer === null ? null : keyOf(payout.payer),
  people: payout.lines.map(({ userId, name, avatarUrl, value, holds, donates }) => ({
    key: userId === null ? `g${name}` : keyOf(userId),
    ...{ userId, name, avatarUrl, donates, expenses: "" },
    value: textOf(value),
    holds: holds === 0 ? "" : textOf(holds),
  })),
});

/** The input for saving a sheet; null while a number is invalid. */
export function inputOf({ mode, payer, people }: Sheet): Omit<SheetInput, "version"> | null {
  const lines = people.map(({ userId, name, value, holds, donates }) => ({
    userId,
    ...(userId === null ? { name } : {}),
    value: readValue(mode, value),
    holds: readNumber(holds),
    donates,
  }));
  if (lines.some((line) => line.value === null || line.holds === null)) return null;
  const userId = payer?.startsWith("u") ? Number(payer.slice(1)) : undefined;
  return { mode, ...(userId ? { payer: userId } : {}), lines: lines as SheetInput["lines"] };
}

export const isSameSheet = (a: Sheet, b: Sheet): boolean =>
  JSON.stringify(inputOf(a)) === JSON.stringify(inputOf(b)) && inputOf(a) !== null;

type Named = Pick<Person, "userId" | "name">;
const isApprovedOf = ({ status, userId, name }: Expense, who: Named) =>
  status === "approved" && userId === who.userId && (userId !== null || name === who.name);

export const spentBy = (expenses: readonly Expense[], who: Named): number =>
  expenses.reduce((sum, each) => sum + (isApprovedOf(each, who) ? each.amount : 0), 0);

/** Name of a user with approved expenses who is not in the crew; null without one. */
export const spentOutside = (expenses: readonly Expense[], crew: readonly Named[]): string | null =>
  expenses.find((each) => each.status === "approved" && !crew.some((who) => isApprovedOf(each, who)))?.name ??
  null;

/** A person of a sheet with their numbers and share; null while one is invalid or cannot be computed. */
export type Row = Omit<Person, "value" | "holds" | "expenses"> &
  Record<"value" | "holds" | "expenses" | "share" | "receives", number | null>;

export type Problem = SplitProblem | { reason: "invalid" };

/** The shares of a sheet; `expensesOf` returns the expenses of a person. */
export function computeSheet(
  sum: number | null,
  { mode, people }: Sheet,
  expensesOf: (each: Person) => number | null = ({ expenses }) => readNumber(expenses),
): { rows: Row[]; problem: Problem | null } {
  const rows = people.map((each) => ({
    ...each,
    value: readValue(mode, each.value),
    holds: readNumber(each.holds),
    expenses: expensesOf(each),
  }));
  const crew = rows.flatMap(({ value, holds, expenses, donates }) =>
    value === null || holds === null || expenses === null ? [] : [{ value, holds, expenses, donates }],
  );
  const isWhole = sum !== null && crew.length === rows.length;
  const answer = isWhole ? splitSum(sum, mode, crew) : { problem: { reason: "invalid" } as const };
  const shares = "shares" in answer ? answer.shares : [];
  return {
    rows: rows.map((row, at) => ({ ...row, ...(shares[at] ?? { share: null, receives: null }) })),
    problem: "problem" in answer ? answer.problem : null,
  };
}

/** The payments by indexes of the people; the index after the last is a payer outside of the crew. See {@link duesOf}. */
export function paymentsOf(rows: readonly Pick<Row, "receives" | "holds">[], payer: number): Payment[] {
  const people = rows.map(({ receives, holds }) => ({ receives: receives ?? 0, holds: holds ?? 0 }));
  return whoPaysWhom(duesOf([...people, { receives: 0, holds: 0 }], payer));
}

/** The same people in another mode, with values that keep the present shares where possible. */
export function inMode(sheet: Sheet, mode: SplitMode, rows: readonly Row[]): Sheet {
  const shares = rows.map(({ share }) => share ?? 0);
  const weights = shares.some((share) => share > 0) ? shares : rows.map(() => 1);
  const values: Record<SplitMode, (at: number) => number> = {
    equal: () => 1,
    weighted: () => 1,
    time: () => 60,
    percentage: (at) => (largestRemainder(10_000, weights)[at] ?? 0) / 100,
    fixed: (at) => shares[at] ?? 0,
  };
  const people = sheet.people.map((each, at) => ({ ...each, value: fieldNumber(values[mode](at)) }));
  return { ...sheet, mode, people };
}

/**
 * Returns the people of a sheet with those of an event: adds the missing ones, and split by time sets each one's minutes
 * there.
 */
export function withPresent(
  { mode, people }: Sheet,
  present: readonly (Pick<Person, "name" | "avatarUrl"> & { userId: number; minutes: number })[],
): Person[] {
  const minutesOf = (minutes: number) => (mode === "time" ? { value: fieldNumber(minutes) } : {});
  const stayed = people.map((each) => {
    const found = present.find(({ userId }) => userId === each.userId);
    return found ? { ...each, ...minutesOf(found.minutes) } : each;
  });
  const added = present
    .filter(({ userId }) => !people.some((each) => each.userId === userId))
    .map(({ minutes, ...who }) => ({ ...newPerson(mode, who), ...minutesOf(minutes) }));
  return [...stayed, ...added].slice(0, CREW_LIMIT);
}

export const newPerson = (mode: SplitMode, who: Pick<Person, "userId" | "name" | "avatarUrl">): Person => ({
  key: keyOf(who.userId),
  ...who,
  value: { equal: "1", weighted: "1", time: "60", percentage: "0", fixed: "0" }[mode],
  holds: "",
  expenses: "",
  donates: false,
});
