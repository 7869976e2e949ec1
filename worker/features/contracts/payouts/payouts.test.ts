import { describe, expect, it } from "vitest";
import type { Money } from "./payouts.schema.ts";
import { confirm, countsOf, getPayout, lock, pictured, send } from "./testing/payouts.factory.ts";

describe("the payout of the picture", () => {
  it("splits, pays and is confirmed to the unit", async () => {
    const job = await pictured();
    const before = await getPayout(job.assignee, job);
    expect(before.lines.map(({ share, expenses, receives }) => [share, expenses, receives])).toEqual([
      [847_913, 86_400, 934_313],
      [565_275, 52_500, 617_775],
      [565_275, 0, 565_275],
      [282_637, 0, 282_637],
    ]);
    const locked = await lock(job);
    expect(locked.transfers.map(({ amount, fee }) => [amount, fee]).sort()).toEqual(
      [
        [934_313, 4_672],
        [617_775, 3_089],
        [565_275, 2_827],
        [282_637, 1_414],
      ].sort(),
    );
    expect(await countsOf(job)).toEqual(["awaiting_payment", 4, 0, 0]);
    for (const { id } of locked.transfers) await send(job.owner, id);
    expect(await countsOf(job)).toEqual(["payment_sent", 4, 4, 0]);
    const callers = new Map([job.assignee, job.sofie, job.ida].map((each) => [each.userId, each]));
    for (const { id, receiver } of locked.transfers)
      await confirm(callers.get(receiver.userId ?? 0) ?? job.owner, id);
    const after = await getPayout(job.ida, job);
    expect(after.settledAt).not.toBeNull();
    expect(await countsOf(job)).toEqual(["payment_sent", 4, 4, 4]);
    const money = await job.ida.ok<Money>("GET", "/api/user/money");
    expect(money.settled).toHaveLength(1);
  });
});
