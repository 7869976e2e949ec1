import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MOST_AMOUNT } from "../contracts/pay.schema.ts";
import {
  type CrewMember,
  duesOf,
  feeOf,
  largestRemainder,
  SPLIT_MODES,
  splitSum,
  whoPaysWhom,
} from "./split.schema.ts";

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const member = (value: number, more: Partial<CrewMember> = {}): CrewMember => ({
  value,
  expenses: 0,
  holds: 0,
  donates: false,
  ...more,
});
const pay = fc.integer({ min: 0, max: MOST_AMOUNT });
const hundredths = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((each) => each / 100);

describe("rounding by largest remainders", () => {
  const weights = fc.array(fc.integer({ min: 0, max: 1e13 }), { minLength: 1, maxLength: 50 });

  it("adds up, and differs from each exact share by less than one unit", () => {
    fc.assert(
      fc.property(pay, weights, (sum, each) => {
        const all = each.reduce((total, weight) => total + BigInt(weight), 0n);
        fc.pre(all > 0n);
        const shares = largestRemainder(sum, each);
        expect(sumOf(shares)).toBe(sum);
        for (const [at, share] of shares.entries()) {
          const tooMuch = BigInt(share) * all - BigInt(sum) * BigInt(each[at] ?? 0);
          expect(tooMuch < all && tooMuch > -all).toBe(true);
          if (each[at] === 0) expect(share).toBe(0);
        }
      }),
    );
  });

  it("gives the remaining unit to the largest remainder, the first among equal ones", () => {
    expect(largestRemainder(10, [1, 1, 1])).toEqual([4, 3, 3]);
    expect(largestRemainder(11, [1, 1, 1])).toEqual([4, 4, 3]);
    expect(largestRemainder(10, [26, 25, 49])).toEqual([3, 2, 5]);
    expect(largestRemainder(2_261_100, [150, 100, 100, 50])).toEqual([847_913, 565_275, 565_275, 282_637]);
    expect(largestRemainder(7, [0, 0])).toEqual([0, 0]);
  });
});

describe("splitting a sum", () => {
  it("repays expenses first; shares and expenses add up to the sum in every mode", () => {
    const crew = fc.array(
      fc.record({
        value: hundredths(1000),
        expenses: fc.integer({ min: 0, max: 1_000_000 }),
        donates: fc.boolean(),
      }),
      { minLength: 1, maxLength: 50 },
    );
    fc.assert(
      fc.property(pay, fc.constantFrom(...SPLIT_MODES), crew, (sum, mode, each) => {
        const split = splitSum(
          sum,
          mode,
          each.map(({ value, ...more }) => member(value, more)),
        );
        if ("problem" in split) return;
        expect(sumOf(split.shares.map(({ share }) => share)) + sumOf(each.map((one) => one.expenses))).toBe(
          sum,
        );
        for (const [at, { share, receives }] of split.shares.entries()) {
          expect(Number.isInteger(share) && share >= 0).toBe(true);
          expect(receives).toBe((each[at]?.donates ? 0 : share) + (each[at]?.expenses ?? 0));
        }
      }),
    );
  });

  it("reports by how much percentages, amounts, expenses and held money do not add up", () => {
    const problem = (...values: Parameters<typeof splitSum>) => {
      const split = splitSum(...values);
      return "problem" in split ? split.problem : null;
    };
    expect(problem(100, "equal", [])).toEqual({ reason: "nobody" });
    expect(problem(100, "percentage", [member(60), member(35.75)])).toEqual({ reason: "percent", by: 425 });
    expect(problem(100, "percentage", [member(60), member(40.01)])).toEqual({ reason: "percent", by: -1 });
    expect(problem(100, "percentage", [member(33.33), member(33.33), member(33.34)])).toBeNull();
    expect(problem(100, "fixed", [member(60, { expenses: 10 }), member(20)])).toEqual({
      reason: "fixed",
      by: 10,
    });
    expect(problem(100, "fixed", [member(101)])).toEqual({ reason: "fixed", by: -1 });
    expect(problem(100, "equal", [member(1, { expenses: 120 })])).toEqual({
      reason: "expenses_exceed",
      by: -20,
    });
    expect(problem(100, "equal", [member(1, { holds: 101 })])).toEqual({ reason: "holds_exceed", by: -1 });
    expect(problem(100, "weighted", [member(0), member(0)])).toEqual({ reason: "no_weight" });
    // Expenses use up the sum, so that weights do not matter.
    expect(problem(100, "time", [member(0, { expenses: 100 })])).toBeNull();
  });
});

describe("the fee", () => {
  it("is added to the amount and rounded up", () => {
    expect([934_313, 565_275, 617_775, 282_637].map((amount) => feeOf(amount, 50))).toEqual([
      4_672, 2_827, 3_089, 1_414,
    ]);
    expect([feeOf(0, 50), feeOf(1, 50), feeOf(200, 50), feeOf(201, 50), feeOf(1_000, 0)]).toEqual([
      0, 1, 1, 2, 0,
    ]);
  });

  it("is the smallest whole number not below the rate", () => {
    fc.assert(
      fc.property(pay, fc.integer({ min: 0, max: 1_000 }), (amount, rate) => {
        const missing = BigInt(feeOf(amount, rate)) * 10_000n - BigInt(amount) * BigInt(rate);
        expect(missing >= 0n && missing < 10_000n).toBe(true);
      }),
    );
  });
});

/** The fewest payments that settle dues, found by trying every partner for the first person. */
function fewest(dues: readonly number[]): number {
  const [first, ...others] = dues.filter((due) => due !== 0);
  if (first === undefined) return 0;
  let best = Number.POSITIVE_INFINITY;
  for (const [at, due] of others.entries()) {
    if (due > 0 === first > 0) continue;
    const rest = others.map((each, place) => (place === at ? each + first : each));
    best = Math.min(best, 1 + fewest(rest));
  }
  return best;
}

/** Dues that sum to zero: the last person balances the others. */
const duesUpTo = (people: number, most: number) =>
  fc
    .array(fc.integer({ min: -most, max: most }), { minLength: 1, maxLength: people - 1 })
    .map((dues) => [...dues, 0 - sumOf(dues)]);

function expectSettled(dues: readonly number[]) {
  const left = [...dues];
  const payments = whoPaysWhom(dues);
  for (const { from, to, amount } of payments) {
    expect(from).not.toBe(to);
    expect(Number.isInteger(amount) && amount > 0).toBe(true);
    left[from] = (left[from] ?? 0) + amount;
    left[to] = (left[to] ?? 0) - amount;
  }
  expect(left.every((due) => due === 0)).toBe(true);
  return payments;
}

describe("settling dues among people", () => {
  it("brings every due to zero with the fewest possible payments", () => {
    fc.assert(
      fc.property(duesUpTo(6, 4), (dues) => {
        expect(expectSettled(dues)).toHaveLength(fewest(dues));
      }),
      { numRuns: 500 },
    );
  });

  it("finds pairs and groups that cancel out among many", () => {
    expect(whoPaysWhom([5, -5, 7, -7, 9, -9])).toHaveLength(3);
    expect(whoPaysWhom([3, 4, -7, 10, 1, -11, 2, -2])).toHaveLength(5);
    expect(whoPaysWhom([])).toEqual([]);
    expect(whoPaysWhom([0, 0])).toEqual([]);
  });

  it("needs fewer payments than people, for any number of people and any amounts", () => {
    fc.assert(
      fc.property(duesUpTo(51, MOST_AMOUNT), (dues) => {
        const people = dues.filter((due) => due !== 0).length;
        expect(expectSettled(dues).length).toBeLessThanOrEqual(Math.max(0, people - 1));
      }),
    );
  });
});

it("makes dues that sum to zero and leave donated shares with the payer", () => {
  const each = fc.record({
    value: hundredths(100),
    expenses: fc.nat(1000),
    holds: fc.nat(1000),
    donates: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 100_000, max: MOST_AMOUNT }),
      fc.array(each, { minLength: 2, maxLength: 50 }),
      fc.nat(),
      (sum, crew, place) => {
        const split = splitSum(sum, "weighted", crew);
        if ("problem" in split) return;
        const payer = place % crew.length;
        const lines = crew.map((one, at) => ({ ...one, receives: split.shares[at]?.receives ?? 0 }));
        const dues = duesOf(lines, payer);
        expect(sumOf(dues)).toBe(0);
        const inHand = sum - sumOf(crew.map(({ holds }, at) => (at === payer ? 0 : holds)));
        const donated = sumOf(split.shares.map(({ share }, at) => (crew[at]?.donates ? share : 0)));
        expect(inHand + (dues[payer] ?? 0)).toBe((lines[payer]?.receives ?? 0) + donated);
      },
    ),
  );
});
