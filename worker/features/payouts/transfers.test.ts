import { beforeEach, describe, expect, it } from "vitest";
import { fill } from "../../testing/fill.ts";
import { type Caller, person, raw, rows, value } from "../../testing/world.ts";
import type { ContractCounts } from "../contracts/contracts.schema.ts";
import type { Money, Payout } from "./payouts.schema.ts";
import {
  confirm,
  countsOf,
  crewed,
  getPayout,
  lineOf,
  lock,
  send,
  setSheet,
  transfer,
  work,
} from "./testing/payouts.factory.ts";

let job: Awaited<ReturnType<typeof crewed>>;
let ids: number[];
/** The receivers in the order of the transfers, a guest last. */
let crew: Caller[];
beforeEach(async () => {
  job = await crewed({ pay: 1_000 });
  crew = job.crew.filter((each) => each !== null);
  ids = (await lock(job)).transfers.map(({ id }) => id);
});

const idOf = (at: number) => ids[at] ?? expect.fail();
const sent = (at: number) => `/api/payout-transfers/${idOf(at)}/sent`;
const confirmed = (at: number) => `/api/payout-transfers/${idOf(at)}/confirmed`;
const crewAt = (at: number) => crew[at] ?? expect.fail();

describe("sending a transfer", () => {
  it("moves the contract to payment_sent when it is the last one, also with several sent at once", async () => {
    const payer = await person("member");
    await raw.DB.prepare("update payout_transfers set payer = ?").bind(payer.userId).run();
    const answers = await Promise.all(
      [0, 1, 2, 3, 3, 0].map((at) => payer.call("PATCH", sent(at), { body: { sent: true, version: 1 } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await countsOf(job)).toEqual(["payment_sent", 4, 4, 0]);
    expect(await value("select count(*) from contract_history where action = 'transfer'")).toBe(4);
    expect(
      await value(
        "select count(*) from contract_history where action = 'status' and new_value = 'payment_sent'",
      ),
    ).toBe(1);
    expect(await value("select count(*) from payout_transfers where sent_at is null or version <> 2")).toBe(
      0,
    );
  });

  it("can be taken back until it is confirmed or the contract is closed", async () => {
    await send(job.owner, idOf(0));
    expect(await countsOf(job)).toEqual(["awaiting_payment", 4, 1, 0]);
    const back = await send(job.owner, idOf(0), false);
    expect(back.transfers[0]).toMatchObject({ sentAt: null, can: { send: true, unsend: false } });
    expect(await countsOf(job)).toEqual(["awaiting_payment", 4, 0, 0]);
    await send(job.owner, idOf(0));
    await confirm(crewAt(0), idOf(0));
    expect((await job.owner.fails("PATCH", sent(0), { sent: false })).code).toBe("transfer_confirmed");
    for (const at of [1, 2, 3]) await send(job.owner, idOf(at));
    expect(await countsOf(job)).toEqual(["payment_sent", 4, 4, 1]);
    await send(job.owner, idOf(1), false);
    expect(await countsOf(job)).toEqual(["awaiting_payment", 4, 3, 1]);
    await send(job.owner, idOf(1));
    await job.owner.ok("PATCH", `/api/contracts/${job.id}/status`, { status: "closed" });
    expect((await job.owner.fails("PATCH", sent(1), { sent: false })).code).toBe("transfer_final");
    expect(await countsOf(job)).toEqual(["closed", 4, 4, 1]);
  });

  it("is allowed to the payer and to users who look after the contract", async () => {
    expect((await crewAt(1).fails("PATCH", sent(0), { sent: true })).code).toBe("transfer_not_payer");
    await (await person("officer")).ok("PATCH", sent(0), { sent: true });
    expect(await countsOf(job)).toEqual(["awaiting_payment", 4, 1, 0]);
  });

  it("refuses a stale version with 409 and the current payout", async () => {
    await send(job.owner, idOf(0));
    await send(job.owner, idOf(0), false);
    const stale = await job.owner.fails("PATCH", sent(0), { sent: true, version: 1 });
    expect(stale).toMatchObject({ code: "stale_version", current: { contractId: job.id } });
    // A repeated request changes nothing and is not refused for its version.
    await job.owner.ok("PATCH", sent(0), { sent: false, version: 1 });
  });

  it("keeps the contract's version, so that edits of others stay valid", async () => {
    const version = () => value<number>("select version from contracts where id = ?", job.id);
    const before = await version();
    await send(job.owner, idOf(0));
    await confirm(crewAt(0), idOf(0));
    expect(await version()).toBe(before);
  });
});

describe("sending several transfers at once", () => {
  const path = () => `${job.path}/sent`;
  const all = (version?: number) => ids.map((id) => ({ id, ...(version ? { version } : {}) }));

  it("marks them in one change with one entry in the history, and takes all of them back in another", async () => {
    await job.owner.ok("PATCH", path(), { sent: true, transfers: all(1) });
    expect(await countsOf(job)).toEqual(["payment_sent", 4, 4, 0]);
    await job.owner.ok("PATCH", path(), { sent: false, transfers: all(2) });
    expect(await countsOf(job)).toEqual(["awaiting_payment", 4, 0, 0]);
    expect(
      await rows(
        "select new_value, changes ->> '$.receiver.to' as receivers from contract_history where action = 'transfer'",
      ),
    ).toEqual(Array(2).fill({ new_value: "1000", receivers: "Pilot 0, Pilot 1, Pilot 2, Jeppe" }));
  });

  it("marks none when one of them has changed", async () => {
    await send(job.owner, idOf(3));
    await send(job.owner, idOf(3), false);
    const stale = await job.owner.fails("PATCH", path(), { sent: true, transfers: all(1) });
    expect(stale).toMatchObject({ code: "stale_version", current: { contractId: job.id } });
    expect(await countsOf(job)).toEqual(["awaiting_payment", 4, 0, 0]);
  });

  it("ignores those that are sent already", async () => {
    await send(job.owner, idOf(0));
    const { transfers } = await job.owner.ok<Payout>("PATCH", path(), { sent: true, transfers: all() });
    expect(transfers.map(({ version }) => version)).toEqual([2, 2, 2, 2]);
    expect(await countsOf(job)).toEqual(["payment_sent", 4, 4, 0]);
  });

  it("refuses transfers of another payer, and of another contract", async () => {
    expect((await crewAt(0).fails("PATCH", path(), { sent: true, transfers: all() })).code).toBe(
      "transfer_not_payer",
    );
    const other = await crewed({ pay: 1_000 }, job.owner);
    await lock(other);
    const refused = await job.owner.fails("PATCH", `${other.path}/sent`, { sent: true, transfers: all() });
    expect(refused.code).toBe("not_found");
  });
});

describe("confirming a transfer", () => {
  it("is allowed to the receiver once it is sent, and counted once", async () => {
    expect((await crewAt(0).fails("PATCH", confirmed(0), {})).code).toBe("transfer_not_sent");
    await send(job.owner, idOf(0));
    for (const each of [job.owner, crewAt(1)])
      expect((await each.fails("PATCH", confirmed(0), {})).code).toBe("transfer_not_receiver");
    const answers = await Promise.all(
      [1, 2, 3].map(() => crewAt(0).call("PATCH", confirmed(0), { body: { version: 2 } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await countsOf(job)).toEqual(["awaiting_payment", 4, 1, 1]);
    expect(await value("select count(*) from audit_log where action = 'payout.confirmed'")).toBe(1);
  });

  it("is allowed to payer and owner for guests and deleted users", async () => {
    const administrator = await person("administrator");
    await administrator.ok("DELETE", `/api/users/${crewAt(1).userId}`);
    const { transfers } = await getPayout(job.owner, job);
    expect(transfers[1]).toMatchObject({ receiver: { userId: null, name: "Pilot 1" } });
    for (const at of [0, 1, 2, 3]) await send(job.owner, idOf(at));
    for (const at of [1, 3]) {
      expect((await crewAt(0).fails("PATCH", confirmed(at), {})).code).toBe("transfer_not_receiver");
      await confirm(job.owner, idOf(at));
    }
    expect(await countsOf(job)).toEqual(["payment_sent", 4, 4, 2]);
  });

  it("settles the payout when it is the last one, also after the contract was closed", async () => {
    for (const at of [0, 1, 2, 3]) await send(job.owner, idOf(at));
    for (const at of [0, 1]) await confirm(crewAt(at), idOf(at));
    await job.owner.ok("PATCH", `/api/contracts/${job.id}/status`, { status: "closed" });
    await confirm(job.owner, idOf(3));
    const settled = await confirm(crewAt(2), idOf(2));
    expect(settled.settledAt).toBe(settled.transfers[2]?.confirmedAt);
    const { can, transfers } = await getPayout(job.owner, job);
    expect(Object.values({ ...can, correct: false })).toEqual(Array(6).fill(false));
    expect(transfers.flatMap((each) => Object.values(each.can))).toEqual(Array(16).fill(false));
  });
});

describe("a user's money", () => {
  const money = (caller: Caller) => caller.ok<Money>("GET", "/api/user/money");

  it("is their debts, their claims, their settled transfers and their balances", async () => {
    const pilot = crewAt(0);
    await send(job.owner, idOf(1));
    expect((await money(job.owner)).owing.map(({ id }) => id)).toEqual([0, 2, 3].map(idOf));
    expect((await money(job.owner)).sent.map(({ id }) => id)).toEqual([idOf(1)]);
    expect(await money(crewAt(1))).toMatchObject({
      owed: [],
      sent: [{ id: idOf(1), can: { confirm: true } }],
    });
    expect(await money(pilot)).toMatchObject({
      ...{ owing: [], settled: [], balances: { aUEC: 0 } },
      owed: [{ contractId: job.id, contractTitle: "Haul quantanium", amount: 250, can: { confirm: false } }],
    });
    for (const at of [0, 2, 3]) await send(job.owner, idOf(at));
    await confirm(pilot, idOf(0));
    expect(await money(pilot)).toMatchObject({
      ...{ owed: [], settled: [{ amount: 250, can: { send: false } }] },
      ...{ balances: { aUEC: 250 }, earned: { aUEC: 0 } },
    });
    expect((await money(job.owner)).settled).toHaveLength(1);
    await job.owner.ok("PATCH", `/api/contracts/${job.id}/status`, { status: "closed" });
    const { balances, earned } = await money(pilot);
    expect([balances, earned]).toEqual(Array(2).fill({ aUEC: 250, UEC: 0, REC: 0 }));
    // The fees of the four transfers, which are not subtracted.
    expect(await money(job.owner)).toMatchObject({ balances: { aUEC: 0 }, fees: { aUEC: 8 } });
    const account = await pilot.ok<{ contracts: { balances: object } }>("GET", "/api/user/account");
    expect(account.contracts.balances).toEqual({ aUEC: 250, UEC: 0, REC: 0 });
    expect(await money(await person("member"))).toMatchObject({ owing: [], owed: [], settled: [] });
  });

  it("shows the newest 50 settled transfers, and costs the same with 10,000 transfers of others", async () => {
    const pilot = await person("member");
    const settle = (at: number, changes: object) =>
      transfer({
        contract_id: job.id,
        sent_at: "2026",
        confirmed_at: `2026-01-${at + 10}`,
        amount: at,
        ...changes,
      });
    for (let at = 0; at < 60; at++)
      await settle(at, at % 2 ? { payer: pilot.userId } : { receiver: pilot.userId });
    const before = await pilot.call("GET", "/api/user/money");
    const { settled } = JSON.parse(before.text) as Money;
    expect(settled.map(({ amount }) => amount)).toEqual(Array.from({ length: 50 }, (_, at) => 59 - at));
    await fill(300, [pilot.memberId]);
    const after = await pilot.call("GET", "/api/user/money");
    expect([after.meter.trips, after.meter.rowsWritten]).toEqual([1, 0]);
    expect(after.meter.rowsRead - before.meter.rowsRead).toBeLessThan(50);
  });

  it("has as many open transfers as the figures of the contracts page say", async () => {
    await send(job.owner, idOf(0));
    const counts = (caller: Caller) => caller.ok<ContractCounts>("GET", "/api/contracts/1/counts");
    expect(await counts(job.owner)).toMatchObject({ owing: 3, toConfirm: 0 });
    expect(await counts(crewAt(0))).toMatchObject({ owing: 0, toConfirm: 1 });
  });
});

it("subtracts money that the crew holds; the owner sends for a guest", async () => {
  const ida = await person("member", 1, "Ida");
  const contractId = await work({ pay: 300 });
  await setSheet(contractId, {
    mode: "equal",
    lines: [lineOf(ida, 1), lineOf("Jeppe", 1, { holds: 100 }), lineOf("Tove", 1, { holds: 200 })],
  });
  const { transfers } = await lock(contractId);
  expect(transfers).toMatchObject([{ payer: { userId: null, name: "Tove" }, amount: 100 }]);
  const { id = 0 } = transfers[0] ?? {};
  expect((await ida.fails("PATCH", `/api/payout-transfers/${id}/sent`, { sent: true })).code).toBe(
    "transfer_not_payer",
  );
  await send(contractId.owner, id);
  const { settledAt } = await ida.ok<Payout>("PATCH", `/api/payout-transfers/${id}/confirmed`, {});
  expect(settledAt).not.toBeNull();
  expect(await rows("select status from contracts where id = ?", contractId.id)).toEqual([
    { status: "payment_sent" },
  ]);
});
