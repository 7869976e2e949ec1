import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { BUDGETS } from "../../testing/budgets.ts";
import { runs } from "../../testing/runs.ts";
import { type Caller, person, raw, rows, value } from "../../testing/world.ts";
import { CORRECTION_LIMIT, type Money, type Payout } from "./payouts.schema.ts";
import {
  confirm,
  countsOf,
  getPayout,
  lineOf,
  lock,
  send,
  setSheet,
  work,
} from "./testing/payouts.factory.ts";

let owner: Caller;
let pilot: Caller;
let other: Caller;
let job: Awaited<ReturnType<typeof paid>>;
beforeEach(async () => {
  owner = await person("recruiter");
  [pilot, other] = [await person("member"), await person("member")];
  job = await paid();
});

/** A contract of 900, of which the owner has paid 300 to the pilot, who confirmed it, to another member and to a guest. */
async function paid() {
  const job = await work({ pay: 900 }, owner, pilot);
  await setSheet(job, { mode: "equal", lines: [lineOf(pilot, 1), lineOf(other, 1), lineOf("Jeppe", 1)] });
  const ids = (await lock(job)).transfers.map(({ id }) => id);
  const [first = 0] = ids;
  await send(owner, first);
  await confirm(pilot, first);
  return { ...job, ids };
}

const path = () => `/api/contracts/${job.id}/corrections`;
const bodyOf = (values: object = {}) => ({
  ...{ payer: pilot.userId, receiver: owner.userId, amount: 300, reason: "Paid twice", ...values },
});
const correct = (values: object = {}, by = owner) => by.ok<Payout>("POST", path(), bodyOf(values));
const refused = (values: object = {}, by = owner) => by.fails("POST", path(), bodyOf(values));
const added = async (values: object = {}) => (await correct(values)).transfers.at(-1)?.id ?? expect.fail();
const status = (to: string, by = owner) => by.ok("PATCH", `/api/contracts/${job.id}/status`, { status: to });
const move = async () => {
  await status("payment_sent");
  await status("closed", await person("officer"));
};
const earned = async (caller: Caller) => (await caller.ok<Money>("GET", "/api/user/money")).earned.aUEC;
const bell = async (caller: Caller) =>
  (await caller.ok<{ kind: string }[]>("GET", "/api/user/notices")).map(({ kind }) => kind);

describe("a correction", () => {
  it("is one more transfer with its reason, and leaves the split and earlier transfers as they are", async () => {
    const before = await rows("select * from payout_transfers");
    const split = await rows("select * from contract_splits");
    const { transfers } = await correct();
    expect(transfers.at(-1)).toMatchObject({
      ...{ payer: { userId: pilot.userId }, receiver: { userId: owner.userId }, amount: 300, fee: 2 },
      ...{ currency: "aUEC", reason: "Paid twice", sentAt: null, confirmedAt: null },
      can: { send: false, unsend: false, confirm: false, withdraw: true },
    });
    expect(await rows("select * from payout_transfers where reason is null")).toEqual(before);
    expect(await rows("select * from contract_splits")).toEqual(split);
  });

  it("is in history and audit log with its people, and both are told except its author", async () => {
    await correct({ receiver: other.userId });
    expect(
      await rows(
        "select new_value, notes, changes ->> '$.status.to' as status from contract_history order by id desc limit 1",
      ),
    ).toEqual([{ new_value: "300", notes: "Paid twice", status: "open" }]);
    expect(await value("select readers from audit_log where action = 'payout.correction'")).toBe("private");
    expect([await bell(pilot), await bell(other)]).toEqual([["payout.correction"], ["payout.correction"]]);
    await correct();
    expect([await bell(pilot), await bell(owner)]).toEqual([["payout.correction", "payout.correction"], []]);
  });

  it("is sent by its payer alone and confirmed by its receiver", async () => {
    const id = await added({ receiver: other.userId });
    for (const by of [owner, other, await person("administrator")])
      expect((await by.fails("PATCH", `/api/payout-transfers/${id}/sent`, { sent: true })).code).toBe(
        "correction_not_payer",
      );
    await send(pilot, id);
    for (const by of [owner, pilot])
      expect((await by.fails("PATCH", `/api/payout-transfers/${id}/confirmed`, {})).code).toBe(
        "transfer_not_receiver",
      );
    const stale = await other.fails("PATCH", `/api/payout-transfers/${id}/confirmed`, { version: 1 });
    expect(stale).toMatchObject({ code: "stale_version", current: { contractId: job.id } });
    const { transfers } = await confirm(other, id);
    expect(transfers.at(-1)?.confirmedAt).not.toBeNull();
    expect((await pilot.fails("PATCH", `/api/payout-transfers/${id}/sent`, { sent: false })).code).toBe(
      "transfer_confirmed",
    );
  });

  it("is added only by users who look after the contract", async () => {
    for (const by of [pilot, other]) expect((await refused({}, by)).code).toBe("contract_not_yours");
    expect((await refused({}, await person("member"))).code).toBe("not_found");
    await correct({}, await person("officer"));
  });

  it("needs a confirmed payment", async () => {
    await raw.DB.prepare("update payout_transfers set confirmed_at = null").run();
    expect((await getPayout(owner, job)).can.correct).toBe(false);
    expect((await refused()).code).toBe("correction_too_early");
  });

  it.each([
    ["a guest who pays", () => ({ payer: null }), "payer"],
    ["a payer who takes no part", () => ({ payer: 1e9 }), "payer"],
    ["a receiver who takes no part", () => ({ receiver: 1e9 }), "receiver"],
    ["one person on both sides", () => ({ receiver: pilot.userId }), "receiver"],
    ["a guest without a name", () => ({ receiver: null }), "receiverName"],
    ["a guest who takes no part", () => ({ receiver: null, receiverName: "Nobody" }), "receiverName"],
    ["nothing", () => ({ amount: 0 }), "amount"],
    ["more than the contract pays", () => ({ amount: 901 }), "amount"],
    ["no reason", () => ({ reason: " " }), "reason"],
    ["too long a reason", () => ({ reason: "x".repeat(201) }), "reason"],
  ])("refuses %s at its field", async (_, input, field) => {
    const { code, errors } = await refused(input());
    expect([code, Object.keys(errors ?? {})]).toEqual(["invalid_input", [field]]);
  });

  it("is refused above the limit, and added once by a repeated request with its key", async () => {
    const headers = { "Idempotency-Key": "once" };
    const twice = await Promise.all(
      [1, 2, 3].map(() => owner.call("POST", path(), { body: bodyOf(), headers })),
    );
    expect(twice.map(({ status }) => status)).toEqual([201, 201, 201]);
    const count = "select count(*) from payout_transfers where reason is not null";
    expect(await value(count)).toBe(1);
    await Promise.all(Array.from({ length: CORRECTION_LIMIT + 3 }, () => correct().catch(() => null)));
    while ((await value<number>(count)) < CORRECTION_LIMIT) await correct();
    expect((await refused()).code).toBe("corrections_full");
    expect(await value(count)).toBe(CORRECTION_LIMIT);
  });
});

describe("withdrawing a correction", () => {
  const withdraw = (id: number) => `/api/payout-transfers/${id}`;

  it("removes it while it is not sent; the history keeps it and both are notified", async () => {
    const id = await added();
    expect((await pilot.fails("DELETE", withdraw(id))).code).toBe("contract_not_yours");
    const { transfers } = await owner.ok<Payout>("DELETE", withdraw(id));
    expect(transfers.map((each) => each.id)).toEqual(job.ids);
    expect(
      await rows(
        "select notes, changes -> '$.status' as status from contract_history order by id desc limit 1",
      ),
    ).toEqual([{ notes: "Paid twice", status: '{"from":"open","to":null}' }]);
    expect(await bell(pilot)).toEqual(["payout.correction_withdrawn", "payout.correction"]);
  });

  it("is refused once it is sent, and for payments of the split", async () => {
    const id = await added();
    await send(pilot, id);
    expect((await owner.fails("DELETE", withdraw(id))).code).toBe("correction_sent");
    await send(pilot, id, false);
    await owner.ok("DELETE", withdraw(id));
    for (const each of job.ids) expect((await owner.fails("DELETE", withdraw(each))).code).toBe("not_found");
  });
});

describe("the contract of a correction", () => {
  it("keeps its status and its counts in every state, at each step of the correction", async () => {
    const step = async (state: unknown[]) => {
      const id = await added();
      expect(await countsOf(job)).toEqual(state);
      for (const sent of [true, false, true]) await send(pilot, id, sent);
      expect(await countsOf(job)).toEqual(state);
      expect((await getPayout(owner, job)).settledAt).toBeNull();
      await confirm(owner, id);
      expect(await countsOf(job)).toEqual(state);
    };
    await step(["awaiting_payment", 3, 1, 1]);
    await added();
    for (const id of job.ids.slice(1)) await send(owner, id);
    // The last payment of the split moves it, whatever corrections are open.
    await step(["payment_sent", 3, 3, 1]);
    await status("closed");
    await step(["closed", 3, 3, 1]);
    expect(
      await value("select count(*) from payout_transfers where reason is not null and sent_at is null"),
    ).toBe(1);
    expect((await getPayout(owner, job)).can.correct).toBe(true);
  });

  it("is not marked as sent with the contract's payments", async () => {
    const id = await added();
    await status("payment_sent");
    expect(await rows("select id from payout_transfers where sent_at is null")).toEqual([{ id }]);
  });

  it("tells its readers by their live topics", async () => {
    const tag = async (caller: Caller) => (await caller.call("GET", "/api/user/money")).headers.get("etag");
    const before = await tag(pilot);
    const id = await added();
    const open = await tag(pilot);
    expect(open).not.toBe(before);
    await owner.ok("DELETE", `/api/payout-transfers/${id}`);
    expect(await tag(pilot)).not.toBe(open);
  });
});

describe("a user's earned money", () => {
  it("is as before once the full amount is paid back, before and after the contract is closed", async () => {
    expect(await earned(pilot)).toBe(0);
    const before = await added();
    await send(pilot, before);
    await confirm(owner, before);
    await move();
    expect([await earned(pilot), await earned(owner)]).toEqual([0, 300]);
    const back = await added({ payer: owner.userId, receiver: pilot.userId });
    await send(owner, back);
    expect(await earned(pilot)).toBe(0);
    await confirm(pilot, back);
    expect([await earned(pilot), await earned(owner)]).toEqual([300, 0]);
    const again = await added();
    await send(pilot, again);
    const twice = await Promise.all(
      [1, 2, 3].map(() => owner.call("PATCH", `/api/payout-transfers/${again}/confirmed`, { body: {} })),
    );
    expect(twice.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([await earned(pilot), await earned(owner)]).toEqual([0, 300]);
  });

  it("includes no share confirmed only by a correction, and keeps a confirmed one while a correction waits", async () => {
    const id = await added({ payer: pilot.userId, receiver: other.userId });
    await move();
    await send(pilot, id);
    await confirm(other, id);
    // The other's own share waits for their confirmation; the correction is theirs.
    expect([await earned(pilot), await earned(other)]).toEqual([0, 300]);
    expect((await other.ok<Money>("GET", "/api/user/money")).unconfirmed.aUEC).toBe(300);
    await added({ payer: owner.userId, receiver: other.userId });
    await confirm(other, job.ids[1] ?? 0);
    expect(await earned(other)).toBe(600);
  });

  it("is booked within the budget of a user's request when a correction is confirmed after the closing", async () => {
    await move();
    const id = await added();
    await send(pilot, id);
    const { status, meter } = await owner.call("PATCH", `/api/payout-transfers/${id}/confirmed`, {
      body: {},
    });
    expect([status, meter.trips <= BUDGETS.edit.trips]).toEqual([200, true]);
    expect(meter.rowsWritten).toBeLessThanOrEqual(20);
  });

  it("takes a correction to a guest from its payer, and gives it to nobody with an account", async () => {
    const id = await added({ receiver: null, receiverName: "Jeppe", amount: 40 });
    await send(pilot, id);
    await confirm(owner, id);
    await move();
    expect([await earned(pilot), await earned(owner), await earned(other)]).toEqual([260, 0, 0]);
    expect(await value("select sum(amount) from payout_ledger")).toBe(0);
  });

  it("changes only by what both sides confirmed, under random corrections around the closing", async () => {
    const people = [owner, pilot, other];
    const one = fc.record({
      ...{
        from: fc.nat(2),
        to: fc.integer({ min: 1, max: 2 }),
        amount: fc.integer({ min: 1, max: 900 }),
      },
      ...{ sends: fc.boolean(), confirms: fc.boolean(), isLate: fc.boolean() },
    });
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 5 }), async (corrections) => {
        job = await paid();
        const start = await Promise.all(people.map(earned));
        const expected = [0, 300, 0];
        const run = async (isLate: boolean) => {
          for (const { from, to, amount, ...each } of corrections) {
            if (each.isLate !== isLate) continue;
            const receiver = (from + to) % 3;
            const [a, b] = [people[from] as Caller, people[receiver] as Caller];
            const id = await added({ payer: a.userId, receiver: b.userId, amount });
            if (each.sends) await send(a, id);
            const { status } = await b.call("PATCH", `/api/payout-transfers/${id}/confirmed`, { body: {} });
            expect(status).toBe(each.sends ? 200 : 409);
            if (!each.sends) continue;
            expected[from] = (expected[from] ?? 0) - amount;
            expected[receiver] = (expected[receiver] ?? 0) + amount;
          }
        };
        await run(false);
        await move();
        await run(true);
        const end = await Promise.all(people.map(earned));
        expect(end.map((sum, at) => sum - (start[at] ?? 0))).toEqual(expected);
        const ledger = await rows<{ account: string; amount: number }>(
          "select account, sum(amount) as amount from payout_ledger where contract_id = ? group by account",
          job.id,
        );
        const sumOf = (account: string) => ledger.find((each) => each.account === account)?.amount ?? 0;
        expect([
          ledger.reduce((sum, { amount }) => sum + amount, 0),
          sumOf("correction"),
          sumOf("contract"),
        ]).toEqual([0, 0, -900]);
        const fees = await value(
          "select sum(fee) from payout_transfers where contract_id = ? and (reason is null or confirmed_at is not null)",
          job.id,
        );
        expect(sumOf("fee")).toBe(fees);
      }),
      runs(2, 4),
    );
  });
});
