import { beforeEach, describe, expect, it } from "vitest";
import { type Answer, person, raw, rows, value } from "../../testing/world.ts";
import type { Payout, SheetInput } from "./payouts.schema.ts";
import {
  approveExpenses,
  countsOf,
  crewed,
  expense,
  getPayout,
  lineOf,
  lock,
  pictured,
  send,
  setSheet,
  spend,
  type Work,
  work,
} from "./testing/payouts.factory.ts";

let job: Work;
beforeEach(async () => {
  job = await work({ pay: 1_000 });
});

const refused = (by = job.owner) => by.fails("POST", `${job.path}/lock`, {});
const unlock = (by = job.owner) => by.call("POST", `${job.path}/unlock`, { body: {} });
/** The transfers by names of payer and receiver, with amount and fee. */
const transfersOf = ({ transfers }: Payout) =>
  transfers.map(({ payer, receiver, amount, fee }) => [payer.name, receiver.name, amount, fee]);

describe("approving a split", () => {
  it("stores the shares, makes the transfers and moves the contract to awaiting_payment", async () => {
    const drawn = await pictured(await person("recruiter", 1, "Freja Ravn"));
    const locked = await lock(drawn);
    expect(locked.lines.map(({ share, expenses, receives }) => [share, expenses, receives])).toEqual([
      [847_913, 86_400, 934_313],
      [565_275, 52_500, 617_775],
      [565_275, 0, 565_275],
      [282_637, 0, 282_637],
    ]);
    expect(transfersOf(locked)).toEqual([
      ["Freja Ravn", locked.lines[0]?.name, 934_313, 4_672],
      ["Freja Ravn", "Sofie Ørsted", 617_775, 3_089],
      ["Freja Ravn", "Ida Storm", 565_275, 2_827],
      ["Freja Ravn", "Jeppe Skovgaard-Thorsen", 282_637, 1_414],
    ]);
    expect(locked).toMatchObject({ lockedBy: "Freja Ravn", problem: null, settledAt: null, feeRate: 50 });
    expect(locked.can).toEqual({
      edit: false,
      lock: false,
      unlock: true,
      addExpense: false,
      donate: false,
      correct: false,
    });
    expect(await countsOf(drawn)).toEqual(["awaiting_payment", 4, 0, 0]);
    expect(
      await rows(
        "select action, new_value from contract_history where action <> 'expense' order by id desc limit 2",
      ),
    ).toEqual([
      { action: "split", new_value: "locked" },
      { action: "status", new_value: "awaiting_payment" },
    ]);
  });

  it("several times at once approves once", async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => job.owner.call("POST", `${job.path}/lock`, { body: {} })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await value("select count(*) from payout_transfers")).toBe(1);
    expect(await value("select count(*) from contract_history")).toBe(2);
    expect(await countsOf(job)).toEqual(["awaiting_payment", 1, 0, 0]);
  });

  const guest = (value: number, more: Partial<SheetInput["lines"][number]> = {}) =>
    lineOf("Jeppe", value, more);
  it.each<[string, Omit<SheetInput, "version">, string, string]>([
    ["4.5 % missing", { mode: "percentage", lines: [guest(95.5)] }, "4.5 % is missing", "der mangler 4,5 %"],
    ["an amount too much", { mode: "fixed", lines: [guest(2_234)] }, "1,234 aUEC is too much", "1.234 aUEC"],
    [
      "an amount missing",
      { mode: "fixed", lines: [guest(1)] },
      "999 aUEC is missing",
      "der mangler 999 aUEC",
    ],
    ["no weight at all", { mode: "weighted", lines: [guest(0)] }, "every share is 0", "alle andele er 0"],
    [
      "more in hand than there is",
      { mode: "equal", lines: [guest(1, { holds: 1_200 })] },
      "is 200 aUEC more than the pay",
      "har, er 200 aUEC mere",
    ],
  ])("is refused with the reason: %s", async (_, sheet, english, danish) => {
    await setSheet(job, sheet);
    expect(await refused()).toMatchObject({
      code: "split_incomplete",
      detail: expect.stringContaining(english),
    });
    await job.owner.ok("PATCH", "/api/user/language", { language: "da" });
    expect((await refused()).detail).toContain(danish);
    expect(await countsOf(job)).toEqual(["completed", 0, 0, 0]);
  });

  it("is refused to other users, before completion, with pending or too high expenses, and without a payer", async () => {
    expect((await refused(job.assignee)).code).toBe("contract_not_yours");
    await spend(job.assignee, job, 1_300);
    expect((await refused()).code).toBe("expenses_pending");
    await approveExpenses(job);
    expect(await refused()).toMatchObject({
      code: "split_incomplete",
      detail: expect.stringContaining("300 aUEC more than the pay"),
    });
    await raw.DB.prepare("delete from contract_expenses").run();
    await raw.DB.prepare("update contracts set posted_by_user = null").run();
    expect((await refused()).code).toBe("payout_no_payer");
    await raw.DB.prepare("update contracts set status = 'accepted'").run();
    expect((await refused()).code).toBe("payout_not_done");
    await raw.DB.prepare("update contracts set status = 'payment_sent'").run();
    expect((await refused()).code).toBe("payout_not_open");
  });

  it("refuses a stale version", async () => {
    await setSheet(job, { mode: "weighted", lines: [lineOf(job.assignee, 1)] });
    const stale = await job.owner.fails("POST", `${job.path}/lock`, { version: 0 });
    expect(stale).toMatchObject({ code: "stale_version", current: { version: 1, mode: "weighted" } });
  });

  it("never misses an expense that is added or decided at the same time", async () => {
    for (const isFirst of [true, false, true, false]) {
      const each = await crewed({ pay: 1_000 });
      const id = await expense(each, { amount: 100, status: "approved" });
      const approve = () => each.owner.call("POST", `${each.path}/lock`, { body: {} });
      const others = () => [
        each.owner.call("PATCH", `/api/contract-expenses/${id}`, { body: { status: "declined" } }),
        spend(each.assignee, each, 7).catch(() => null),
      ];
      const [locked] = isFirst
        ? await Promise.all([approve(), ...others()])
        : (await Promise.all([...others(), approve()])).reverse();
      const { lines, expenses, lockedAt } = await getPayout(each.owner, each);
      expect(lockedAt !== null).toBe((locked as Answer).status === 200);
      if (lockedAt === null) continue;
      expect(expenses.filter(({ status }) => status === "pending")).toEqual([]);
      const approved = expenses.filter(({ status }) => status === "approved");
      expect(lines.reduce((sum, line) => sum + line.expenses, 0)).toBe(
        approved.reduce((sum, { amount }) => sum + amount, 0),
      );
    }
  });
});

describe("the transfers of an approved split", () => {
  it("subtract what people hold already; the payer holds the rest", async () => {
    const [ida, sofie] = [await person("member", 1, "Ida"), await person("member", 1, "Sofie")];
    await setSheet(job, {
      mode: "equal",
      payer: ida.userId,
      lines: [lineOf(sofie, 1), lineOf(ida, 1), lineOf("Jeppe", 1, { holds: 800 }), lineOf("Tove", 1)],
    });
    // Each gets 250. Jeppe holds 550 too much; Ida holds 50 too little.
    expect(transfersOf(await lock(job))).toEqual([
      ["Jeppe", "Sofie", 250, 2],
      ["Jeppe", "Tove", 250, 2],
      ["Jeppe", "Ida", 50, 1],
    ]);
  });

  it("leave a donated share with the payer, and repay expenses", async () => {
    const ida = await person("member", 1, "Ida");
    await setSheet(job, { mode: "equal", lines: [lineOf(job.assignee, 1), lineOf(ida, 1)] });
    await spend(ida, job, 100);
    await approveExpenses(job);
    await ida.ok("PATCH", `${job.path}/donate`, { donates: true });
    const { transfers } = await lock(job);
    expect(transfers.map(({ receiver, amount }) => [receiver.userId, amount])).toEqual([
      [job.assignee.userId, 450],
      [ida.userId, 100],
    ]);
  });

  it("use the organization's fee at the time of the approval", async () => {
    const fee = (value: number) =>
      raw.DB.prepare(
        `insert or replace into organization_settings (organization_id, setting_key, setting_value, updated_at)
         values (1, 'transfer_fee', ?, '')`,
      )
        .bind(value)
        .run();
    await fee(125);
    expect((await getPayout(job.owner, job)).feeRate).toBe(125);
    await lock(job);
    await fee(0);
    expect(await getPayout(job.owner, job)).toMatchObject({ feeRate: 125, transfers: [{ fee: 13 }] });
  });

  it("do not exist where the payer is the only person in the split", async () => {
    await setSheet(job, { mode: "equal", payer: job.assignee.userId, lines: [lineOf(job.assignee, 1)] });
    expect(await lock(job)).toMatchObject({ transfers: [], settledAt: null });
    expect(await countsOf(job)).toEqual(["awaiting_payment", 0, 0, 0]);
  });
});

describe("taking an approval back", () => {
  it("opens the split again while no transfer is sent", async () => {
    await lock(job);
    expect((await unlock(job.assignee)).status).toBe(403);
    const answers = await Promise.all([unlock(), unlock()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await countsOf(job)).toEqual(["awaiting_payment", 0, 0, 0]);
    expect(await getPayout(job.owner, job)).toMatchObject({
      ...{ lockedAt: null, lockedBy: null, transfers: [], version: 2 },
      ...{ lines: [{ share: 1_000 }], can: { edit: true, lock: true } },
    });
    expect(await value("select lines from contract_splits")).not.toContain("share");
    await setSheet(job, { mode: "equal", lines: [lineOf(job.assignee, 1), lineOf("Jeppe", 1)] });
    expect((await lock(job)).transfers).toHaveLength(2);
  });

  it("is refused once a transfer is sent, also at the same moment", async () => {
    const each = await crewed();
    const { transfers } = await lock(each);
    const [sent, opened] = await Promise.all([
      each.owner.call("PATCH", `/api/payout-transfers/${transfers[0]?.id}/sent`, { body: { sent: true } }),
      each.owner.call("POST", `${each.path}/unlock`, { body: {} }),
    ]);
    expect([sent.status, opened.status].filter((status) => status === 200)).toHaveLength(1);
    const again = await lock(each);
    await send(each.owner, again.transfers.find(({ can }) => can.send)?.id ?? 0);
    expect((await each.owner.fails("POST", `${each.path}/unlock`, {})).code).toBe("payout_sent");
  });
});
