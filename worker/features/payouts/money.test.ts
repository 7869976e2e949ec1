import { beforeEach, describe, expect, it } from "vitest";
import { openDb, readBatch } from "../../lib/db/client.ts";
import { PAGE_LIMIT } from "../../lib/wire.schema.ts";
import { contextOf } from "../../testing/beacons.ts";
import { insert } from "../../testing/database.ts";
import { personWith } from "../../testing/little-app.ts";
import { metered } from "../../testing/meter.ts";
import { type Caller, person, raw, value } from "../../testing/world.ts";
import { contract } from "../contracts/testing/contracts.factory.ts";
import { getMoney, selectBalances, selectDoneContracts, toDoneContracts } from "./money.ts";
import { transfer } from "./testing/payouts.factory.ts";

let pilot: Caller;
beforeEach(async () => {
  pilot = await person("member");
});

const day = (n: number) => `2026-02-${String(n).padStart(2, "0")}T12:00:00.000Z`;
/** Inserts a contract that a user other than its assignee has closed. */
async function closed(values: Record<string, unknown>) {
  const id = await contract({ assigned_to: pilot.userId, status: "closed", closed_at: day(1), ...values });
  await insert("contract_history", {
    ...{ contract_id: id, action: "status", new_value: "closed", performed_by: "Freja", created_at: day(1) },
  });
  return id;
}

async function read(userId = pilot.userId) {
  const { database, meter } = metered(raw.DB);
  const { db } = openDb(database, undefined);
  const [done, balances] = await readBatch(db, [selectDoneContracts(db, userId), selectBalances(db, userId)]);
  return { ...toDoneContracts(done, balances), rowsRead: meter.rowsRead };
}

describe("a user's money", () => {
  const moneyOf = ({ userId, memberId }: Caller) => {
    const { db } = openDb(raw.DB, undefined);
    return getMoney({ ...contextOf({ db }), actor: personWith([], { userId, memberId }) });
  };

  it("lists transfers to send before those to confirm, where there are more than it lists", async () => {
    const id = await contract({ status: "awaiting_payment" });
    const other = await person("member");
    await raw.DB.prepare(
      `insert into payout_transfers (organization_id, contract_id, payer, receiver, payer_name, receiver_name, amount, fee,
         currency, sent_at, updated_at)
       select 1, ?1, iif(value % 2, ?2, ?3), iif(value % 2, ?3, ?2), '', '', value, 0, 'aUEC', iif(value > ?4, null, 'a'), ''
       from json_each(?5)`,
    )
      .bind(
        ...[id, pilot.userId, other.userId, 2 * PAGE_LIMIT],
        JSON.stringify(Array.from({ length: 2 * PAGE_LIMIT + 2 }, (_, at) => at + 1)),
      )
      .run();
    const { owing, owed, sent } = await moneyOf(pilot);
    const amounts = [owing, owed].map((all) => all.map(({ amount }) => amount));
    expect(amounts).toEqual([[2 * PAGE_LIMIT + 1], [2 * PAGE_LIMIT + 2]]);
    expect(sent).toHaveLength(2 * PAGE_LIMIT - 2);
  });

  it("has their own transfers alone, by the next step; confirmed ones the newest first", async () => {
    const contract_id = await contract({ status: "awaiting_payment" });
    const [payer, receiver] = [{ payer: pilot.userId }, { receiver: pilot.userId }];
    const [sent, settled] = [{ sent_at: day(1) }, (n: number) => ({ sent_at: day(1), confirmed_at: day(n) })];
    const all: [name: string, values: object][] = [
      ["owing", payer],
      ["owed", receiver],
      ["sent out", { ...payer, ...sent }],
      ["sent in", { ...receiver, ...sent }],
      ["settled second", { ...payer, ...settled(3) }],
      ["settled first", { ...receiver, ...settled(4) }],
      ["settled third", { ...payer, ...settled(2) }],
      ["others'", {}],
      ["others' settled", settled(3)],
    ];
    for (const [payer_name, values] of all) await transfer({ contract_id, payer_name, ...values });
    const { owing, owed, sent: waiting, settled: done } = await moneyOf(pilot);
    expect([owing, owed, waiting, done].map((each) => each.map((one) => one.payer.name))).toEqual([
      ["owing"],
      ["owed"],
      ["sent in", "sent out"],
      ["settled first", "settled second", "settled third"],
    ]);
  });

  it("lists contracts that they did and that are not split, which are in no transfer yet", async () => {
    const done = (title: string, values: object = {}) =>
      contract({ title, assigned_to: pilot.userId, status: "completed", pay: 500, ...values });
    await done("At work", { status: "accepted" });
    await done("Closed", { status: "closed" });
    await done("Of somebody else", { assigned_to: null });
    const split = await done("Split", { status: "awaiting_payment" });
    await insert("contract_splits", {
      ...{ id: split, organization_id: 1, mode: "equal", lines: "[]", locked_at: day(1), updated_at: day(1) },
    });
    const id = await done("Waits", { currency: "UEC" });
    const { unsplit } = await moneyOf(pilot);
    expect(unsplit).toEqual([{ contractId: id, contractTitle: "Waits", pay: 500, currency: "UEC" }]);
  });

  it("sums their accounts of the ledger: shares and corrections, unconfirmed shares, and fees", async () => {
    const book = (account: string, amount: number, user_id = pilot.userId) =>
      insert("payout_ledger", {
        ...{ organization_id: 1, contract_id: 1, name: "Vega", created_at: day(1), currency: "aUEC" },
        ...{ account, amount, user_id },
      });
    await book("member", 1_000);
    await book("member", -50);
    await book("correction", 30);
    await book("correction", -200);
    await book("unconfirmed", 7);
    await book("member", 5, (await person("member")).userId);
    const { earned, unconfirmed, fees } = await moneyOf(pilot);
    expect([earned.aUEC, unconfirmed.aUEC, fees.aUEC]).toEqual([830, 7, 50]);
  });
});

describe("a user's done contracts and received payments", () => {
  it("are none before another user has confirmed something", async () => {
    await contract({ assigned_to: pilot.userId, status: "payment_sent", amount: 500 });
    await closed({ assigned_to: (await person("member")).userId, amount: 500 });
    await closed({ assigned_to: null, amount: 500 });
    expect(await read()).toMatchObject({
      count: 0,
      balances: { aUEC: 0, UEC: 0, REC: 0 },
      firstAt: null,
      tenthAt: null,
    });
  });

  it("have the pay of contracts without a split by currency, without subtracting fees", async () => {
    const book = (amount: number, currency: string, user_id: number | null = pilot.userId) =>
      insert("payout_ledger", {
        ...{ organization_id: 1, contract_id: 1, account: "member", name: "Vega", created_at: day(1) },
        ...{ amount, currency, user_id },
      });
    await closed({});
    await book(1_000_000, "aUEC");
    await book(41_667, "aUEC");
    await book(-5_209, "aUEC");
    await book(1_200, "UEC");
    await book(7, "REC", null);
    await book(7, "REC", (await person("member")).userId);
    expect(await read()).toMatchObject({ count: 1, balances: { aUEC: 1_041_667, UEC: 1_200, REC: 0 } });
  });

  it("count done contracts that another user gave or closed, or of which one confirmed a payment or share", async () => {
    const theirs = { performed_by: "Vega", performed_by_id: pilot.userId, created_at: day(1) };
    const by = (who: object, new_value: string, action = "status") => ({ ...who, action, new_value });
    const other = { performed_by: "Freja", created_at: day(1) };
    type Given = { status?: string; history?: object[]; booked?: object; paid?: object; assigned?: null };
    const counted = async ({ status = "completed", history = [], booked, paid, assigned }: Given) => {
      const before = (await read()).count;
      const assigned_to = assigned === null ? null : pilot.userId;
      const contract_id = await contract({ assigned_to, status, closed_at: day(1) });
      for (const values of history) await insert("contract_history", { contract_id, ...values });
      if (booked)
        await insert("payout_ledger", {
          ...{ organization_id: 1, contract_id, user_id: pilot.userId, name: "Vega", currency: "aUEC" },
          ...{ account: "member", amount: 5, created_at: day(1), ...booked },
        });
      if (paid) await transfer({ contract_id, receiver: pilot.userId, sent_at: day(1), ...paid });
      return (await read()).count - before;
    };
    const confirmed = { confirmed_at: day(2) };
    const cases: [Given, 0 | 1][] = [
      [{ history: [by(theirs, "accepted")] }, 0],
      [{ history: [by(theirs, "accepted"), by(theirs, "closed")], status: "closed" }, 0],
      [{ history: [by(other, "accepted")], status: "accepted" }, 0],
      [{ history: [by(other, "accepted")], status: "cancelled" }, 0],
      [{ history: [by(other, "closed", "title")] }, 0],
      [{ history: [by(other, "accepted")] }, 1],
      [{ history: [by(other, "accepted")], status: "awaiting_payment" }, 1],
      [{ history: [by(theirs, "accepted"), by(other, "closed")], status: "closed" }, 1],
      [{ booked: { amount: -5 }, status: "closed" }, 0],
      [{ booked: { account: "unconfirmed" }, status: "closed" }, 0],
      [{ booked: {}, assigned: null, status: "closed" }, 1],
      [{ paid: {}, assigned: null, status: "payment_sent" }, 0],
      [{ paid: { ...confirmed, sent_by: pilot.userId }, assigned: null }, 0],
      [{ paid: { ...confirmed, reason: "Sent twice" }, assigned: null }, 0],
      [{ paid: confirmed, assigned: null }, 1],
    ];
    for (const [given, count] of cases) expect([given, await counted(given)]).toEqual([given, count]);
  });

  it("have balances of payments that others sent and the user confirmed, less what they paid back", async () => {
    const contract_id = await contract({ status: "awaiting_payment" });
    const pay = (values: object) =>
      transfer({ contract_id, sent_at: day(1), confirmed_at: day(2), ...values });
    const receiver = pilot.userId;
    await pay({ receiver, amount: 500 });
    await pay({ receiver, amount: 30, reason: "Too little" });
    await pay({ receiver, amount: 1, confirmed_at: null });
    await pay({ receiver, amount: 2, sent_by: receiver });
    await pay({ payer: receiver, amount: 100, reason: "Too much" });
    await pay({ payer: receiver, amount: 4 });
    expect((await read()).balances.aUEC).toBe(430);
  });

  it("have the times at which the first and the tenth contract were done", async () => {
    for (const each of [9, 3, 7, 5, 1, 8, 2, 6, 4])
      await closed({ closed_at: day(each), currency: each % 2 ? "aUEC" : "UEC" });
    expect(await read()).toMatchObject({ firstAt: day(1), tenthAt: null });
    await closed({ closed_at: day(20) });
    await closed({ closed_at: day(21) });
    expect(await read()).toMatchObject({ count: 11, firstAt: day(1), tenthAt: day(20) });
  });

  it("are read without reading 10,000 contracts of others", async () => {
    const other = await person("member");
    await closed({ amount: 5 });
    const before = await read();
    await raw.DB.prepare(
      `with recursive n(value) as (select 1 union all select value + 1 from n where value < 10000)
       insert into contracts (organization_id, title, amount, status, assigned_to, closed_at, created_by, created_at, updated_at)
       select 1, 'Haul', 1, iif(value % 2, 'closed', 'posted'), iif(value % 4 > 1, ?, null), '', 1, '', '' from n`,
    )
      .bind(other.userId)
      .run();
    await raw.DB.prepare(
      `insert into payout_ledger (organization_id, contract_id, account, user_id, name, amount, currency, created_at)
       select 1, id, 'member', assigned_to, 'Vega', 1, 'aUEC', '' from contracts where assigned_to is not ?`,
    )
      .bind(pilot.userId)
      .run();
    const after = await read();
    expect(after.rowsRead - before.rowsRead).toBeLessThan(5);
    expect((await read(other.userId)).count).toBe(2500);
  });

  it("lose the assignee of a contract when the user is deleted", async () => {
    const id = await closed({ posted_by: pilot.memberId });
    await (await person("administrator")).ok("DELETE", `/api/users/${pilot.userId}`);
    expect(await value("select assigned_to from contracts where id = ?", id)).toBeNull();
    expect(await value("select posted_by from contracts where id = ?", id)).toBe(pilot.memberId);
  });
});
