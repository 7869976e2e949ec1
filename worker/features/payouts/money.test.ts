import { beforeEach, describe, expect, it } from "vitest";
import { openDb, readBatch } from "../../lib/db/client.ts";
import { PAGE_LIMIT } from "../../lib/wire.schema.ts";
import { contextOf } from "../../testing/beacons.ts";
import { insert } from "../../testing/database.ts";
import { personWith } from "../../testing/little-app.ts";
import { metered } from "../../testing/meter.ts";
import { type Caller, person, raw, value } from "../../testing/world.ts";
import { contract } from "../contracts/testing/contracts.factory.ts";
import { getMoney, selectBalances, selectClosedContracts, toClosedContracts } from "./money.ts";
import { transfer } from "./testing/payouts.factory.ts";

let pilot: Caller;
beforeEach(async () => {
  pilot = await person("member");
});

const day = (n: number) => `2026-02-${String(n).padStart(2, "0")}T12:00:00.000Z`;
/** Inserts a contract that somebody else than its assignee has closed. */
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
  const [closed, balances] = await readBatch(db, [
    selectClosedContracts(db, userId),
    selectBalances(db, userId),
  ]);
  return { ...toClosedContracts(closed, balances), rowsRead: meter.rowsRead };
}

describe("a user's money", () => {
  const moneyOf = ({ userId, memberId }: Caller) => {
    const { db } = openDb(raw.DB, undefined);
    return getMoney({ ...contextOf({ db }), actor: personWith([], { userId, memberId }) });
  };

  it("lists what is to be sent before what is only to be confirmed, of more than it lists", async () => {
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

  it("has their own transfers alone, by what is left to do, and those that were confirmed the newest first", async () => {
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

  it("sums what the ledger holds for them: shares and corrections, what is unconfirmed, and fees", async () => {
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
    const { balances, unconfirmed, fees } = await moneyOf(pilot);
    expect([balances.aUEC, unconfirmed.aUEC, fees.aUEC]).toEqual([830, 7, 50]);
  });
});

describe("a user's closed contracts", () => {
  it("are none, with empty balances, before the first is closed", async () => {
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

  it("come with what the user earned by currency, from which fees are not subtracted", async () => {
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

  it("are those that somebody else closed, or has confirmed their share of", async () => {
    const own = { performed_by: "Vega", performed_by_id: pilot.userId, created_at: day(1) };
    const other = { performed_by: "Freja", created_at: day(1) };
    const closedBy = async (history: object[], amount?: number, account = "member") => {
      const contract_id = await contract({ assigned_to: pilot.userId, status: "closed", closed_at: day(1) });
      for (const values of history) await insert("contract_history", { contract_id, ...values });
      if (amount !== undefined)
        await insert("payout_ledger", {
          ...{ organization_id: 1, contract_id, account, user_id: pilot.userId, name: "Vega", amount },
          ...{ currency: "aUEC", created_at: day(1) },
        });
      return (await read()).count;
    };
    const toClosed = { action: "status", new_value: "closed" };
    const byThem = { ...own, ...toClosed };
    expect(await closedBy([byThem])).toBe(0);
    expect(await closedBy([byThem, { ...other, action: "status", new_value: "accepted" }])).toBe(0);
    expect(await closedBy([byThem, { ...other, action: "title", new_value: "closed" }])).toBe(0);
    expect(await closedBy([byThem], -5)).toBe(0);
    expect(await closedBy([byThem], 0)).toBe(0);
    expect(await closedBy([byThem], 5, "unconfirmed")).toBe(0);
    expect(await closedBy([byThem], 5)).toBe(1);
    expect(await closedBy([{ ...other, ...toClosed }])).toBe(2);
  });

  it("tell when the first and the tenth of them were closed, ordered by the time of closing", async () => {
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

  it("lose their assignee when the user is deleted", async () => {
    const id = await closed({ posted_by: pilot.memberId });
    await (await person("administrator")).ok("DELETE", `/api/users/${pilot.userId}`);
    expect(await value("select assigned_to from contracts where id = ?", id)).toBeNull();
    expect(await value("select posted_by from contracts where id = ?", id)).toBe(pilot.memberId);
  });
});
