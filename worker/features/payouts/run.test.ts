import * as fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../testing/runs.ts";
import { type Caller, person, rows } from "../../testing/world.ts";
import { CURRENCIES } from "../contracts/contracts.schema.ts";
import { type Payout, type SheetInput, SPLIT_MODES } from "./payouts.schema.ts";
import { confirm, getPayout, lineOf, lock, send, setSheet, spend, work } from "./testing/payouts.factory.ts";

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

const line = fc.record({
  value: fc.integer({ min: 1, max: 500 }),
  holds: fc.oneof(fc.constant(0), fc.nat(2_000)),
  spends: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000 })),
  isApproved: fc.boolean(),
  donates: fc.boolean(),
});
const round = fc.record({
  mode: fc.constantFrom(...SPLIT_MODES),
  crew: fc.array(line, { minLength: 1, maxLength: 5 }),
  payer: fc.nat(5),
});
const whole = fc.record({
  pay: fc.integer({ min: 50_000, max: 100_000_000_000 }),
  currency: fc.constantFrom(...CURRENCIES),
  first: round,
  /** Returns the contract to draft after the first round, for a second one with another assignee. */
  second: fc.option(round),
  isRelocked: fc.boolean(),
});
type Line = { value: number; holds: number; spends: number; isApproved: boolean; donates: boolean };
type Round = { mode: SheetInput["mode"]; payer: number; crew: Line[] };

/** Values that add up, in the modes that require it. */
function valuesOf({ mode, crew }: Round, rest: number): number[] {
  const split = (sum: number) => {
    const each = Math.floor(sum / crew.length);
    return crew.map((_, at) => (at === 0 ? sum - each * (crew.length - 1) : each));
  };
  if (mode === "percentage") return split(10_000).map((each) => each / 100);
  if (mode === "fixed") return split(rest);
  return crew.map(({ value }) => value / (mode === "time" ? 1 : 100));
}

it("conserves money to the unit in random splits, also in a second round", async () => {
  const owner = await person("officer");
  const people = await Promise.all(Array.from({ length: 4 }, () => person("member")));
  const callerOf = (userId: number | null) => people.find((each) => each.userId === userId) ?? owner;

  /** Splits, approves and pays a completed contract and checks its sums; returns the payout. */
  async function payOut(job: Awaited<ReturnType<typeof work>>, plan: Round, isRelocked: boolean) {
    // The last person of the crew is a guest.
    const crew: (Caller | string)[] = plan.crew.map((_, at) => people[at] ?? "Jeppe");
    const lines = (values: number[]) =>
      crew.map((each, at) => {
        const { holds = 0, donates = false } = plan.crew[at] ?? {};
        return lineOf(each, values[at] ?? 0, { holds, donates });
      });
    const payer = (people[plan.payer] ?? owner).userId;
    await setSheet(job, { mode: "equal", payer, lines: lines(crew.map(() => 1)) });
    for (const [at, { spends, donates }] of plan.crew.entries()) {
      const each = crew[at];
      if (typeof each === "object" && donates)
        await each.ok("PATCH", `${job.path}/donate`, { donates: true });
      if (!spends) continue;
      if (typeof each === "object") await spend(each, job, spends);
      else await spend(owner, job, spends, { userId: null, name: "Jeppe" });
    }
    for (const { id, status } of (await getPayout(owner, job)).expenses) {
      const isApproved = plan.crew[id % plan.crew.length]?.isApproved;
      if (status === "pending")
        await owner.ok("PATCH", `/api/contract-expenses/${id}`, {
          status: isApproved ? "approved" : "declined",
        });
    }
    const { expenses, pay } = await getPayout(owner, job);
    const spent = sumOf(expenses.filter(({ status }) => status === "approved").map(({ amount }) => amount));
    await setSheet(job, { mode: plan.mode, payer, lines: lines(valuesOf(plan, pay - spent)) });
    let locked = await lock(job);
    if (isRelocked) {
      await owner.ok("POST", `${job.path}/unlock`, {});
      locked = await lock(job);
    }
    expect(sumOf(locked.lines.map(({ share }) => share ?? Number.NaN)) + spent).toBe(pay);
    expectEverybodyPaid(locked);
    return locked;
  }

  /** Checks that each person holds what they receive after all transfers. */
  function expectEverybodyPaid({ pay, payer, lines, transfers }: Payout) {
    const wallets = new Map<string, number>();
    const add = (person: number | string | null, amount: number) =>
      wallets.set(String(person), (wallets.get(String(person)) ?? 0) + amount);
    const others = lines.filter(({ userId }) => userId !== payer);
    for (const { userId, name, holds } of others) add(userId ?? name, holds);
    add(payer, pay - sumOf(others.map(({ holds }) => holds)));
    for (const { payer: from, receiver, amount } of transfers) {
      add(from.userId ?? from.name, -amount);
      add(receiver.userId ?? receiver.name, amount);
    }
    const donated = sumOf(lines.map(({ donates, share }) => (donates ? (share ?? 0) : 0)));
    for (const { userId, name, receives } of lines) add(userId ?? name, -(receives ?? Number.NaN));
    add(payer, -donated);
    expect([...wallets.values()].filter((left) => left !== 0)).toEqual([]);
  }

  await fc.assert(
    fc.asyncProperty(whole, async ({ pay, currency, first, second, isRelocked }) => {
      const assignee = people[0] as Caller;
      const job = await work({ pay, currency }, owner, assignee);
      const move = (status: string) => owner.ok("PATCH", `/api/contracts/${job.id}/status`, { status });
      let payout = await payOut(job, first, isRelocked);
      if (second) {
        await move("draft");
        expect(await getPayout(owner, job)).toMatchObject({ lockedAt: null, transfers: [], version: 0 });
        await owner.ok("PATCH", `/api/contracts/${job.id}/post`);
        await owner.ok("PUT", `/api/contracts/${job.id}`, { assignedTo: assignee.userId });
        await move("completed");
        for (const { id } of (await getPayout(owner, job)).expenses)
          await owner.ok("PATCH", `/api/contract-expenses/${id}`, { status: "declined" });
        payout = await payOut(job, second, false);
      }
      for (const { id } of payout.transfers) await send(owner, id);
      if (payout.transfers.length === 0) await move("payment_sent");
      for (const { id, receiver } of payout.transfers) await confirm(callerOf(receiver.userId), id);
      await move("closed");
      const ledger = await rows<{
        account: string;
        user_id: number | null;
        amount: number;
        currency: string;
      }>("select account, user_id, amount, currency from payout_ledger where contract_id = ?", job.id);
      const booked = (account: string) =>
        sumOf(ledger.filter((each) => each.account === account).map(({ amount }) => amount));
      expect(sumOf(ledger.map(({ amount }) => amount))).toBe(0);
      expect(new Set(ledger.map((each) => each.currency))).toEqual(new Set([currency]));
      expect(booked("contract")).toBe(-pay);
      expect(booked("fee")).toBe(sumOf(payout.transfers.map(({ fee }) => fee)));
      expect(booked("costs")).toBe(sumOf(payout.lines.map(({ expenses }) => expenses)));
      expect(booked("organization")).toBe(
        sumOf(payout.lines.map(({ donates, share }) => (donates ? (share ?? 0) : 0))),
      );
    }),
    runs(3, 8),
  );
});

it("books the whole pay of a contract without a split to the assignee", async () => {
  const job = await work({ pay: 777, currency: "REC" });
  await spend(job.assignee, job, 7);
  await job.owner.ok("PATCH", `/api/contracts/${job.id}/status`, { status: "closed" });
  expect(await rows("select account, user_id, amount, currency from payout_ledger order by amount")).toEqual([
    { account: "contract", user_id: null, amount: -777, currency: "REC" },
    { account: "member", user_id: job.assignee.userId, amount: 777, currency: "REC" },
  ]);
  const answers = await Promise.all(
    [1, 2].map(() =>
      job.owner.call("PATCH", `/api/contracts/${job.id}/status`, { body: { status: "closed" } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await rows("select 1 from payout_ledger")).toHaveLength(2);
});
