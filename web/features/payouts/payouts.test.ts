/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { CREW_LIMIT, SPLIT_MODES } from "../../../worker/features/payouts/payouts.schema.ts";
import { newCalculation, resultOf } from "./calculation.ts";
import { debtsOf, netOf, totalsOf } from "./money.ts";
import {
  computeSheet,
  inMode,
  inputOf,
  newPerson,
  type Person,
  paymentsOf,
  readNumber,
  type Sheet,
  sheetShape,
  withPresent,
} from "./sheet.ts";

const person = (name: string, values: Partial<Person> = {}): Person => ({
  ...newPerson("weighted", { userId: null, name, avatarUrl: null }),
  ...values,
});
/** A weighted split with expenses. */
const levski: Sheet = {
  mode: "weighted",
  payer: "u1",
  people: [
    person("Mikkel", { value: "1.5", expenses: "86400" }),
    person("Sofie", { expenses: "52500" }),
    person("Ida"),
    person("Jeppe", { value: "0.5" }),
  ],
};

test("reads numbers within the decimals and the maximum of their field, and an empty field as 0", () => {
  assert.deepEqual(
    ["2400000", "1.5", "0.01", "", "12"].map((text) => readNumber(text, 2)),
    [2_400_000, 1.5, 0.01, 0, 12],
  );
  for (const wrong of ["?many", "?1.000", "-1", "0.125", "NaN", "200000000000"])
    assert.equal(readNumber(wrong, 2), null, wrong);
  assert.equal(readNumber("1.5"), null);
  assert.equal(readNumber("101", 2, 100), null);
});

test("refuses an ambiguous number of a kept draft, so that it is typed again", () => {
  const kept = sheetShape.parse({ ...levski, people: [person("Mikkel", { value: "1.000", holds: "1.5" })] });
  assert.deepEqual(
    kept.people.map(({ value, holds }) => [value, holds]),
    [["?1.000", "1.5"]],
  );
  assert.equal(inputOf(kept), null);
});

test("splits to whole units, after the expenses", () => {
  const { rows, problem } = computeSheet(2_400_000, levski);
  assert.equal(problem, null);
  assert.deepEqual(
    rows.map(({ receives }) => receives),
    [934_313, 617_775, 565_275, 282_637],
  );
});

test("does not split or send a sheet with a wrong number", () => {
  const people = levski.people.map((each, at) => (at === 2 ? { ...each, value: "?many" } : each));
  const { rows, problem } = computeSheet(2_400_000, { ...levski, people });
  assert.deepEqual(problem, { reason: "invalid" });
  assert.ok(rows.every(({ share }) => share === null));
  assert.equal(inputOf({ ...levski, people }), null);
});

test("starts another mode with the present shares, as a valid split", () => {
  const { rows } = computeSheet(2_400_000, levski);
  for (const mode of SPLIT_MODES) {
    const next = inMode(levski, mode, rows);
    assert.equal(computeSheet(2_400_000, next).problem, null, mode);
  }
  const fixed = computeSheet(2_400_000, inMode(levski, "fixed", rows)).rows;
  assert.deepEqual(
    fixed.map(({ receives }) => receives),
    rows.map(({ receives }) => receives),
  );
});

test("adds those who were at an event to the crew, by time with their minutes there, and removes nobody", () => {
  const mikkel = { ...person("Mikkel", { value: "60", holds: "500" }), key: "u1", userId: 1 };
  const crew = [mikkel, person("A guest", { value: "30" })];
  const present = [
    { userId: 1, name: "Mikkel", avatarUrl: null, minutes: 192 },
    { userId: 2, name: "Sofie", avatarUrl: null, minutes: 66 },
  ];
  const taken = (mode: Sheet["mode"]) =>
    withPresent({ mode, payer: null, people: crew }, present).map(({ userId, value, holds }) => [
      ...[userId, value, holds],
    ]);
  assert.deepEqual(taken("time"), [
    [1, "192", "500"],
    [null, "30", ""],
    [2, "66", ""],
  ]);
  assert.deepEqual(taken("equal"), [
    [1, "60", "500"],
    [null, "30", ""],
    [2, "1", ""],
  ]);
});

test("takes people who were at an event until the crew is full", () => {
  const present = Array.from({ length: CREW_LIMIT + 5 }, (_, at) => ({
    ...{ userId: at + 1, name: `Pilot ${at}`, avatarUrl: null, minutes: 60 },
  }));
  assert.equal(withPresent({ mode: "time", payer: null, people: [] }, present).length, CREW_LIMIT);
});

test("leaves everybody with their share after all payments, and the payer with the donations", () => {
  const crew = fc.array(
    fc.record({
      value: fc.integer({ min: 0, max: 9 }),
      expenses: fc.nat(1000),
      holds: fc.nat(1000),
      donates: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(crew, fc.integer({ min: 20_000, max: 10 ** 9 }), fc.nat(8), (list, sum, at) => {
      const people = list.map(({ value, expenses, holds, donates }, index) =>
        person(`P${index}`, { value: `${value + 1}`, expenses: `${expenses}`, holds: `${holds}`, donates }),
      );
      const payer = Math.min(at, people.length);
      const { rows } = computeSheet(sum, { mode: "weighted", payer: null, people });
      const heldTotal = rows.reduce((total, { holds }) => total + (holds ?? 0), 0);
      const has = [...rows.map(({ holds }) => holds ?? 0), 0];
      has[payer] = (has[payer] ?? 0) + sum - heldTotal;
      for (const { from, to, amount } of paymentsOf(rows, payer)) {
        assert.ok(amount > 0 && from !== to);
        has[from] = (has[from] ?? 0) - amount;
        has[to] = (has[to] ?? 0) + amount;
      }
      const receives = [...rows.map((row) => row.receives ?? 0), 0];
      const given = sum - receives.reduce((total, each) => total + each, 0);
      receives[payer] = (receives[payer] ?? 0) + given;
      assert.deepEqual(has, receives);
    }),
  );
});

test("lists the payments of the calculator with their fees, also of a payer outside of the crew", () => {
  const calculation = { ...newCalculation("Freja"), sum: "2400000" };
  const [freja] = calculation.sheet.people;
  const own = resultOf(calculation);
  assert.deepEqual(
    own.payments.map(({ from, amount, fee }) => [from?.key, amount, fee]),
    [[freja?.key, 1_200_000, 6_000]],
  );
  const other = resultOf({ ...calculation, sheet: { ...calculation.sheet, payer: null } });
  assert.deepEqual(
    other.payments.map(({ from, amount }) => [from, amount]),
    [
      [null, 1_200_000],
      [null, 1_200_000],
    ],
  );
  assert.deepEqual(resultOf({ ...calculation, fee: "101" }).problem, { reason: "invalid" });
});

test("sums transfers by currency, in the order in which the currencies first appear", () => {
  const transfer = (currency: "aUEC" | "REC", name: string, amount: number) => ({
    ...{ id: amount, contractId: 1, currency, amount, fee: 1, sentAt: null, confirmedAt: null, version: 1 },
    payer: { userId: 1, name: "Freja", avatarUrl: null },
    receiver: { userId: null, name, avatarUrl: null },
    reason: null,
    can: { send: false, unsend: false, confirm: false, withdraw: false },
  });
  const list = [
    transfer("aUEC", "Ida", 10),
    transfer("REC", "Ida", 20),
    transfer("aUEC", "Ida", 30),
    transfer("aUEC", "Bo", 5),
  ];
  assert.deepEqual(totalsOf(list), [
    { currency: "aUEC", amount: 45, fee: 3 },
    { currency: "REC", amount: 20, fee: 1 },
  ]);
});

const transfer = (payer: number, receiver: number, amount: number, currency: "aUEC" | "REC" = "aUEC") => {
  const who = (userId: number) => ({ userId, name: `Pilot ${userId}`, avatarUrl: null });
  const can = { send: false, unsend: false, confirm: false, withdraw: false };
  return {
    ...{
      id: 1,
      contractId: 1,
      contractTitle: "Haul",
      fee: 0,
      version: 1,
      sentAt: null,
      confirmedAt: null,
      reason: null,
      can,
    },
    ...{ payer: who(payer), receiver: who(receiver), amount, currency },
  };
};

test("nets the debts between two people, by person and currency", () => {
  const debts = debtsOf({
    owing: [transfer(1, 2, 400), transfer(1, 3, 50), transfer(1, 2, 7, "REC")],
    owed: [transfer(2, 1, 150), transfer(4, 1, 80)],
  });
  assert.deepEqual(
    debts.map(({ person, currency, owing, owed, net }) => [person.userId, currency, owing, owed, net]),
    [
      [2, "aUEC", 400, 150, -250],
      [3, "aUEC", 50, 0, -50],
      [2, "REC", 7, 0, -7],
      [4, "aUEC", 0, 80, 80],
    ],
  );
});

test("loses no debt: all net debts add up to what is owed to the reader less what they owe", () => {
  const amounts = fc.array(fc.tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 10 ** 11 })));
  const sumOf = (all: readonly { amount: number }[]) => all.reduce((sum, { amount }) => sum + amount, 0);
  fc.assert(
    fc.property(amounts, amounts, (out, back) => {
      const owing = out.map(([who, amount]) => transfer(1, who, amount));
      const owed = back.map(([who, amount]) => transfer(who, 1, amount));
      const nets = debtsOf({ owing, owed }).reduce((sum, { net }) => sum + net, 0);
      assert.equal(nets, sumOf(owed) - sumOf(owing));
    }),
  );
});

test("sums what the reader has in the end, by currency, and leaves out what they have sent themselves", () => {
  const arriving = transfer(2, 1, 390);
  const sent = [{ ...arriving, can: { ...arriving.can, confirm: true } }, transfer(1, 2, 999)];
  const net = netOf({
    sent,
    owed: [transfer(3, 1, 120)],
    owing: [transfer(1, 4, 60), transfer(1, 4, 5, "REC")],
  });
  assert.deepEqual(
    net.map(({ currency, amount }) => [currency, amount]),
    [
      ["aUEC", 450],
      ["REC", -5],
    ],
  );
  assert.deepEqual(netOf({ sent: [transfer(1, 2, 999)], owed: [], owing: [] }), []);
});
