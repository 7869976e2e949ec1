import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { BUDGETS } from "../../testing/budgets.ts";
import { runs } from "../../testing/runs.ts";
import { type Caller, person, rows, value } from "../../testing/world.ts";
import type { DoneContracts, Money, Payout } from "./payouts.schema.ts";
import { confirm, getPayout, lineOf, lock, send, setSheet, work } from "./testing/payouts.factory.ts";

type Account = { contracts: DoneContracts };

let owner: Caller;
let pilot: Caller;
beforeEach(async () => {
  owner = await person("recruiter");
  pilot = await person("member");
});

/** A locked payout of 1,000 among two: the owner, who has the money, and the pilot; returns it with the transfer's id. */
async function shared(payer = owner) {
  const job = await work({ pay: 1_000 }, owner, pilot);
  await setSheet(job, { mode: "equal", payer: payer.userId, lines: [lineOf(owner, 1), lineOf(pilot, 1)] });
  const [transfer] = (await lock(job)).transfers;
  return { job, id: transfer?.id ?? expect.fail() };
}

const close = ({ id }: { id: number }, by = owner) =>
  by.ok("PATCH", `/api/contracts/${id}/status`, { status: "closed" });

/** The amounts of a user that are earned, and that are unconfirmed. */
async function earned(caller: Caller) {
  const money = await caller.ok<Money>("GET", "/api/user/money");
  return [money.earned.aUEC, money.unconfirmed.aUEC];
}

describe("a share of a closed contract", () => {
  it("is earned once another user confirmed it: the receiver's and the payer's by the same payment", async () => {
    const { job, id } = await shared();
    await send(owner, id);
    await close(job);
    expect([await earned(owner), await earned(pilot)]).toEqual([
      [0, 500],
      [0, 500],
    ]);
    await confirm(pilot, id);
    await confirm(pilot, id);
    expect([await earned(owner), await earned(pilot)]).toEqual([
      [500, 0],
      [500, 0],
    ]);
    expect(await value("select sum(amount) from payout_ledger")).toBe(0);
  });

  it("is booked within the budget of an edit when the payment is confirmed afterwards", async () => {
    const { job, id } = await shared();
    await send(owner, id);
    await close(job);
    const { status, meter } = await pilot.call("PATCH", `/api/payout-transfers/${id}/confirmed`, {
      body: {},
    });
    expect(status).toBe(200);
    expect(meter.rowsWritten).toBeLessThanOrEqual(BUDGETS.edit.written);
    expect(meter.trips).toBeLessThanOrEqual(BUDGETS.edit.trips);
  });

  it("is earned at once where the payment was confirmed before", async () => {
    const { job, id } = await shared();
    await send(owner, id);
    await confirm(pilot, id);
    await close(job);
    expect([await earned(owner), await earned(pilot)]).toEqual([
      [500, 0],
      [500, 0],
    ]);
    expect(await rows("select 1 from payout_ledger where account = 'unconfirmed'")).toEqual([]);
  });

  it("is not earned by its user's own statement that the payment was sent", async () => {
    const { job, id } = await shared(pilot);
    await send(owner, id);
    await confirm(owner, id);
    await close(job);
    expect(await earned(owner)).toEqual([0, 500]);
  });

  it("is not earned by that statement either where the user closes the contract before they confirm it", async () => {
    const { job, id } = await shared(pilot);
    await send(owner, id);
    await close(job);
    await confirm(owner, id);
    expect(await earned(owner)).toEqual([0, 500]);
  });

  it("is earned where another user closes the contract", async () => {
    const { job, id } = await shared(pilot);
    await send(owner, id);
    await confirm(owner, id);
    await close(job, await person("officer"));
    expect([await earned(owner), await earned(pilot)]).toEqual([
      [500, 0],
      [500, 0],
    ]);
  });

  it("is not earned without a split where its user closes the contract alone", async () => {
    const own = await work({ pay: 700 }, owner, owner);
    await close(own);
    expect(await earned(owner)).toEqual([0, 700]);
    const others = await work({ pay: 300 }, owner, pilot);
    await close(others);
    expect(await earned(pilot)).toEqual([300, 0]);
  });
});

it("refuses to return a contract to draft when a payment has arrived", async () => {
  const { job, id } = await shared();
  await send(owner, id);
  const moves = async () => {
    const path = `/api/contracts/${job.id}/record`;
    return (await owner.ok<{ can: { moveTo: string[] } }>("GET", path)).can.moveTo;
  };
  expect(await moves()).toContain("draft");
  await confirm(pilot, id);
  expect(await moves()).not.toContain("draft");
  const refused = await owner.fails("PATCH", `/api/contracts/${job.id}/status`, { status: "draft" });
  expect(refused).toMatchObject({ code: "contract_paid", status: 409 });
  const { display_name: name } =
    (await rows("select display_name from users where id = ?", pilot.userId))[0] ?? {};
  expect(refused.detail).toContain(`${name} confirmed that 500 aUEC arrived`);
  expect((await getPayout(owner, job)).transfers).toHaveLength(1);
});

describe("a receiver is notified", () => {
  const noticesOf = async (caller: Caller) =>
    (await caller.ok<{ kind: string }[]>("GET", "/api/user/notices")).map(({ kind }) => kind);

  it("when approved payments are taken back, with the contract or by themselves", async () => {
    const { job } = await shared();
    await owner.ok("POST", `${job.path}/unlock`, {});
    expect(await noticesOf(pilot)).toEqual(["payout.withdrawn"]);
    await lock(job);
    await owner.ok("PATCH", `/api/contracts/${job.id}/status`, { status: "draft" });
    expect([await noticesOf(pilot), await noticesOf(owner)]).toEqual([
      ["payout.withdrawn", "payout.withdrawn"],
      [],
    ]);
  });

  it("when it is taken back that a payment was sent", async () => {
    const { id } = await shared();
    await send(owner, id);
    await send(owner, id, false);
    expect([await noticesOf(pilot), await noticesOf(owner)]).toEqual([["payout.unsent"], []]);
  });
});

it("a contract that its assignee did alone counts in no achievement, and one that another user closed does", async () => {
  const counted = async (caller: Caller) =>
    (await caller.ok<Account>("GET", "/api/user/account")).contracts.count;
  await close(await work({ pay: 700 }, owner, owner));
  expect(await counted(owner)).toBe(0);
  await close(await work({ pay: 700 }, owner, owner), await person("officer"));
  expect(await counted(owner)).toBe(1);
});

it("acts of one user alone earn nothing, and count neither as a received payment nor as a done contract", async () => {
  const step = fc.constantFrom(
    "sheet",
    "lock",
    "unlock",
    "send",
    "unsend",
    "confirm",
    "completed",
    "closed",
    "payment_sent",
    "draft",
  );
  const money = fc.record({
    pay: fc.integer({ min: 1, max: 100_000_000_000 }),
    payer: fc.constantFrom("owner", "pilot"),
    crew: fc.constantFrom("owner", "both"),
    donates: fc.boolean(),
    steps: fc.array(step, { maxLength: 8 }),
  });
  const tries = runs(4, 12);
  await fc.assert(
    fc.asyncProperty(money, async ({ pay, payer, crew, donates, steps }) => {
      const created = await owner.ok<{ id: number }>("POST", "/api/contracts", {
        title: "Alone",
        amount: pay,
        status: "posted",
      });
      const { id } = created;
      const asOwner = (method: string, path: string, body: unknown) => owner.call(method, path, { body });
      await asOwner("PUT", `/api/contracts/${id}`, { assignedTo: owner.userId, version: 1 });
      const path = `/api/contracts/${id}/payout`;
      const read = async () => JSON.parse((await owner.call("GET", path)).text) as Payout;
      for (const each of [
        "completed",
        "sheet",
        "lock",
        ...steps,
        "send",
        "confirm",
        "payment_sent",
        "closed",
        "confirm",
      ]) {
        const { version, transfers = [] } = await read();
        const lines = [lineOf(owner, 1, { donates }), ...(crew === "both" ? [lineOf(pilot, 1)] : [])];
        const payerId = (payer === "owner" ? owner : pilot).userId;
        if (each === "sheet") await asOwner("PUT", path, { mode: "equal", payer: payerId, lines, version });
        else if (each === "lock" || each === "unlock") await asOwner("POST", `${path}/${each}`, {});
        else if (each === "send" || each === "unsend")
          for (const one of transfers)
            await asOwner("PATCH", `/api/payout-transfers/${one.id}/sent`, { sent: each === "send" });
        else if (each === "confirm")
          for (const one of transfers)
            await asOwner("PATCH", `/api/payout-transfers/${one.id}/confirmed`, {});
        else await asOwner("PATCH", `/api/contracts/${id}/status`, { status: each });
      }
      expect((await earned(owner))[0]).toBe(0);
      const account = await owner.ok<Account>("GET", "/api/user/account");
      expect([account.contracts.count, account.contracts.balances.aUEC]).toEqual([0, 0]);
    }),
    tries,
  );
  expect(await value("select count(*) from contracts where status = 'closed'")).toBeGreaterThan(
    tries.numRuns / 4 - 1,
  );
});

it("shows in the payout the reason with which approving is refused", async () => {
  const job = await work({ pay: 100 }, owner, pilot);
  const block = async () => {
    const { block } = await getPayout(owner, job);
    const answer = await owner.call("POST", `${job.path}/lock`, { body: {} });
    return [block?.reason ?? null, (JSON.parse(answer.text) as { code?: string }).code ?? null];
  };
  await setSheet(job, { mode: "fixed", lines: [lineOf(pilot, 99)] });
  expect(await block()).toEqual(["problem", "split_incomplete"]);
  await setSheet(job, { mode: "equal", lines: [lineOf(pilot, 1)] });
  const { expenses } = await pilot.ok<Payout>("POST", `/api/contracts/${job.id}/expenses`, {
    amount: 10,
    note: "Fuel",
  });
  expect(await block()).toEqual(["expenses", "expenses_pending"]);
  await owner.ok("PATCH", `/api/contract-expenses/${expenses[0]?.id}`, { status: "approved" });
  await setSheet(job, { mode: "equal", lines: [lineOf("Jeppe", 1)] });
  expect(await block()).toEqual(["outside", "expense_outside"]);
  await setSheet(job, { mode: "equal", lines: [lineOf(pilot, 1)] });
  expect(await block()).toEqual([null, null]);
});
