import { beforeEach, describe, expect, it } from "vitest";
import { fill } from "../../testing/fill.ts";
import { type Caller, hoursFromNow, organization, person, raw } from "../../testing/world.ts";
import { givePassword } from "../auth/testing/auth.cases.ts";
import { contract } from "../contracts/testing/contracts.factory.ts";
import { ship } from "../ships/testing/ships.factory.ts";
import type { Account } from "./account.schema.ts";

let pilot: Caller;
beforeEach(async () => {
  pilot = await person("member");
});

const read = (caller = pilot) => caller.ok<Account>("GET", "/api/user/account");
const run = (sql: string, ...values: unknown[]) =>
  raw.DB.prepare(sql)
    .bind(...values)
    .run();
const achievement = async (key: string) =>
  (await read()).achievements.find((each) => each.key === key) ?? expect.fail();
const joined = (daysAgo: number) => {
  const at = hoursFromNow(-24 * daysAgo);
  return run("update members set joined_at = ? where user_id = ?", at, pilot.userId);
};

async function own(caller: Caller, quantity: number, acquired: string | null = null) {
  await run("insert or ignore into hangars (user_id, organization_id) values (?, 1)", caller.userId);
  await run(
    `insert into hangar_ships (organization_id, user_id, ship_id, quantity, acquired_date, created_at, updated_at)
     values (1, ?, ?, ?, ?, '2026-03-04T05:06:07.000Z', '')`,
    caller.userId,
    await ship(),
    quantity,
    acquired,
  );
}

describe("the facts of an account", () => {
  it("are empty for a new member, and expect the year's achievement in a year", async () => {
    const { achievements, signIn, ...rest } = await read();
    expect(rest).toEqual({
      members: 1,
      contracts: { count: 0, balances: { aUEC: 0, UEC: 0, REC: 0 }, firstAt: null, tenthAt: null },
      hangar: { ships: 0, newest: null, isHidden: false },
    });
    expect(achievements.map(({ key, value, goal, doneAt }) => [key, value, goal, doneAt])).toEqual([
      ["first_contract", 0, 1, null],
      ["ten_contracts", 0, 10, null],
      ["year", 0, 365, null],
      ["hangar_of_ten", 0, 10, null],
    ]);
    expect(signIn).toMatchObject({ username: null, keepsDiscord: null });
  });

  it("reveal nothing of this organization to a user without a membership, or of another organization", async () => {
    const visitor = await person(null);
    expect(await read(visitor)).toMatchObject({ members: null });
    expect((await read(visitor)).achievements.find(({ key }) => key === "year")).toMatchObject({
      value: 0,
      expectedAt: null,
    });
    const foreigner = await person("administrator", await organization());
    await person("officer");
    expect(await read(foreigner)).toMatchObject({ members: 1 });
  });

  it("count ships with their quantities, and have the newest day", async () => {
    await own(pilot, 3, "2025-11-11");
    await own(pilot, 5);
    await own(await person("member"), 40, "2026-11-01");
    expect(await read()).toMatchObject({ hangar: { ships: 8, newest: "2026-03-04", isHidden: false } });
    await run("update hangars set is_hidden = 1 where user_id = ?", pilot.userId);
    await own(pilot, 4, "2026-10-01");
    expect(await read()).toMatchObject({ hangar: { ships: 12, newest: "2026-10-01", isHidden: true } });
    expect(await achievement("hangar_of_ten")).toMatchObject({ value: 10, goal: 10 });
  });

  it("have the dates of contract achievements, and of the coming one for a year of membership", async () => {
    const id = await contract({ assigned_to: pilot.userId, status: "closed", closed_at: "2026-02-14" });
    await run(
      `insert into payout_ledger (organization_id, contract_id, account, user_id, name, amount, currency, created_at)
       values (1, ?, 'member', ?, 'Vega', 12, 'aUEC', '')`,
      ...[id, pilot.userId],
    );
    expect(await achievement("first_contract")).toMatchObject({ value: 1, doneAt: "2026-02-14" });
    expect(await achievement("ten_contracts")).toMatchObject({ value: 1, goal: 10, doneAt: null });
    expect((await read()).contracts.balances.aUEC).toBe(12);

    await joined(364);
    const almost = await achievement("year");
    expect(almost).toMatchObject({ value: 364, doneAt: null });
    expect(Math.round((Date.parse(almost.expectedAt ?? "") - Date.now()) / 3_600_000)).toBe(24);
    await joined(400);
    expect(await achievement("year")).toMatchObject({ value: 365, goal: 365, expectedAt: null });
    expect((await achievement("year")).doneAt).not.toBeNull();
  });

  it("have the reason why the Discord account cannot be unlinked", async () => {
    const keepsDiscord = async () => (await read()).signIn.keepsDiscord;
    const id = "200000000000000077";
    await run("update users set discord_id = ? where id = ?", id, pilot.userId);
    expect(await keepsDiscord()).toBe("last_way_in");
    await givePassword(pilot);
    expect(await keepsDiscord()).toBeNull();
    await run(
      `insert into guild_members (organization_id, discord_id, username, display_name, roles, present, updated_at)
       values (1, ?, 'vega', 'Vega', '[]', 1, '')`,
      id,
    );
    expect(await keepsDiscord()).toBe("discord_synced");
    await run("update guild_members set present = 0");
    expect(await keepsDiscord()).toBeNull();
    expect((await read()).signIn.username).toMatch(/^member\d+$/);
  });

  it("cost the same with 300 members, and hold no secret", async () => {
    await givePassword(pilot);
    const before = await pilot.call("GET", "/api/user/account");
    await fill(300, [pilot.memberId]);
    const after = await pilot.call("GET", "/api/user/account");
    expect([after.meter.trips, after.meter.rowsWritten]).toEqual([1, 0]);
    expect(after.meter.rowsRead - before.meter.rowsRead).toBeLessThan(50);
    expect(after.text).not.toMatch(/scrypt|hash/i);
  });
});
