import * as z from "zod/mini";
import { toHundredths } from "../contracts/pay.schema.ts";
import { SETTING_DEFAULTS } from "../settings/settings.schema.ts";

/** How a sum is split: equally, by weight, by minutes, by percent of the sum, or by fixed amounts. */
export const SPLIT_MODES = ["equal", "weighted", "time", "percentage", "fixed"] as const;
export type SplitMode = (typeof SPLIT_MODES)[number];

/** Most people that a sum is split among. */
export const CREW_LIMIT = 50;

/** A person of a split; amounts are whole units. */
export type CrewMember = {
  /** Weight, minutes, percent or amount, by the mode; weights and percents have at most two decimals. */
  value: number;
  /** Their own expenses, which are repaid first. */
  expenses: number;
  /** The part of the sum that they hold already. */
  holds: number;
  /** Whether they donate their share to the organization; expenses are still repaid. */
  donates: boolean;
};

/** The result of a split for one person. */
type Share = {
  share: number;
  /** The share, if it is not donated, and the expenses. */
  receives: number;
};

/** Why a sum cannot be split; `by` is the amount that is missing, negative for too much. */
export const splitProblem = z.discriminatedUnion("reason", [
  z.object({ reason: z.literal("nobody") }),
  z.object({ reason: z.literal("expenses_exceed"), by: z.number() }),
  z.object({ reason: z.literal("no_weight") }),
  /** In hundredths of a percent. */
  z.object({ reason: z.literal("percent"), by: z.number() }),
  z.object({ reason: z.literal("fixed"), by: z.number() }),
  z.object({ reason: z.literal("holds_exceed"), by: z.number() }),
]);
export type SplitProblem = z.infer<typeof splitProblem>;

type Named = { userId: number | null; name: string };

/**
 * A split with the people of an event: each one's minutes there where it is split by time, and the missing people added.
 * One that is not stored yet is split by time; who took the contract stays in it, with no minutes unless they were there.
 */
export function withCrew<Line extends Named & { value: number }>(
  { version, mode: stored, lines }: { version: number; mode: SplitMode; lines: readonly Line[] },
  present: readonly (Named & { minutes: number })[],
) {
  const mode = version === 0 ? "time" : stored;
  const known = version === 0 ? lines.map((line) => ({ ...line, value: 0 })) : lines;
  const isSame = (line: Named, { userId, name }: Named) =>
    userId === null ? line.name === name : line.userId === userId;
  const stayed = known.map((line) => {
    const found = mode === "time" && present.find((each) => isSame(line, each));
    return found ? { ...line, value: found.minutes } : line;
  });
  const usual = mode === "equal" || mode === "weighted" ? 1 : 0;
  const added = present
    .filter((each) => !known.some((line) => isSame(line, each)))
    .map(({ userId, name, minutes }) => ({
      ...{ userId, name, value: mode === "time" ? minutes : usual },
      ...{ holds: 0, donates: false },
    }));
  return { mode, lines: [...stayed, ...added] };
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Splits a whole sum by weights. Units left by rounding go to the largest remainders, the first among equal ones. */
export function largestRemainder(sum: number, weights: readonly number[]): number[] {
  const all = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  if (all === 0n) return weights.map(() => 0);
  const exact = weights.map((weight, at) => {
    const product = BigInt(sum) * BigInt(weight);
    return { at, whole: Number(product / all), rest: product % all };
  });
  const left = sum - sumOf(exact.map(({ whole }) => whole));
  const next = exact.toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest < b.rest ? 1 : -1));
  const rounded = new Set(next.slice(0, left).map(({ at }) => at));
  return exact.map(({ at, whole }) => whole + (rounded.has(at) ? 1 : 0));
}

/** Splits a sum among a crew after repaying expenses. Shares and expenses add up to the sum exactly. */
export function splitSum(
  sum: number,
  mode: SplitMode,
  crew: readonly CrewMember[],
): { shares: Share[] } | { problem: SplitProblem } {
  if (crew.length === 0) return { problem: { reason: "nobody" } };
  const rest = sum - sumOf(crew.map(({ expenses }) => expenses));
  if (rest < 0) return { problem: { reason: "expenses_exceed", by: rest } };
  const holds = sum - sumOf(crew.map((each) => each.holds));
  if (holds < 0) return { problem: { reason: "holds_exceed", by: holds } };
  const values = crew.map(({ value }) => value);
  const weights = mode === "equal" ? crew.map(() => 1) : values.map(toHundredths);
  if (mode === "percentage" && sumOf(weights) !== 10_000)
    return { problem: { reason: "percent", by: 10_000 - sumOf(weights) } };
  if (mode === "fixed" && sumOf(values) !== rest)
    return { problem: { reason: "fixed", by: rest - sumOf(values) } };
  if (mode !== "fixed" && rest > 0 && weights.every((weight) => weight === 0))
    return { problem: { reason: "no_weight" } };
  const shares = mode === "fixed" ? values : largestRemainder(rest, weights);
  return {
    shares: crew.map(({ donates, expenses }, at) => {
      const share = shares[at] ?? 0;
      return { share, receives: (donates ? 0 : share) + expenses };
    }),
  };
}

/**
 * The amount that each person of a split is owed, negative for what they owe: what they receive less what they hold. The payer,
 * by index, holds the rest of the sum and keeps donated shares. Dues sum to zero.
 */
export function duesOf(crew: readonly Pick<CrewMember & Share, "receives" | "holds">[], payer: number) {
  const dues = crew.map(({ receives, holds }, at) => (at === payer ? 0 : receives - holds));
  return dues.map((due, at) => (at === payer ? 0 - sumOf(dues) : due));
}

/** The game's transfer fee in hundredths of a percent, where the organization has set no other. */
export const DEFAULT_FEE_RATE = SETTING_DEFAULTS.transfer_fee;

/** The fee on top of the amount that arrives, rounded up like in the game. `rate` is in hundredths of a percent. */
export const feeOf = (amount: number, rate: number): number =>
  Number((BigInt(amount) * BigInt(rate) + 9_999n) / 10_000n);

/** One payment between two people, by their places in a list. */
export type Payment = { from: number; to: number; amount: number };

/** Most people for whom the exact minimum is searched: each more doubles the work. */
const EXACT_LIMIT = 12;

/**
 * The fewest payments that bring every due to zero; with more than EXACT_LIMIT people who owe or are owed, fewer payments
 * than people. `dues` are what each person is owed, negative for what they owe; they sum to zero.
 */
export function whoPaysWhom(dues: readonly number[]): Payment[] {
  const open = dues.flatMap((due, at) => (due === 0 ? [] : [{ at, due }]));
  const groups = open.length <= EXACT_LIMIT ? zeroGroups(open) : [open];
  return groups.flatMap(settle);
}

type Due = { at: number; due: number };

/** Divides people into the most groups that sum to zero: a group of n people settles in n - 1 payments. */
function zeroGroups(people: readonly Due[]): Due[][] {
  const sets = 2 ** people.length;
  const sums = new Array<number>(sets).fill(0);
  // For each set of people: the most groups that are complete when its people join one by one, and the last to join.
  const best = new Array<number>(sets).fill(0);
  const last = new Array<number>(sets).fill(-1);
  for (let set = 1; set < sets; set++) {
    for (const [each, { due }] of people.entries()) {
      const without = set - 2 ** each;
      if (Math.floor(set / 2 ** each) % 2 === 0) continue;
      sums[set] = (sums[without] ?? 0) + due;
      if (last[set] === -1 || (best[without] ?? 0) > (best[set] ?? 0)) {
        best[set] = best[without] ?? 0;
        last[set] = each;
      }
    }
    if (sums[set] === 0) best[set] = (best[set] ?? 0) + 1;
  }
  const groups: Due[][] = [];
  for (let set = sets - 1; set > 0; set -= 2 ** (last[set] ?? 0)) {
    if (sums[set] === 0) groups.push([]);
    groups.at(-1)?.push(people[last[set] ?? 0] as Due);
  }
  return groups;
}

/** Settles one group: the largest debt pays the largest claim until nothing is left. */
function settle(people: readonly Due[]): Payment[] {
  const open = people.map((each) => ({ ...each }));
  const payments: Payment[] = [];
  for (;;) {
    const from = open.reduce((a, b) => (b.due < a.due ? b : a));
    const to = open.reduce((a, b) => (b.due > a.due ? b : a));
    const amount = Math.min(-from.due, to.due);
    if (amount <= 0) return payments;
    payments.push({ from: from.at, to: to.at, amount });
    from.due += amount;
    to.due -= amount;
  }
}
