import { beforeEach, describe, expect, it } from "vitest";
import { buttonsOf, componentsOf, inDiscord, textOf, unknownUser } from "../../testing/discord-user.ts";
import { type Caller, freshDatabase, hoursFromNow, person, raw, rows } from "../../testing/world.ts";
import { postedBy } from "../applications/testing/applications.factory.ts";
import { customRole, holderOf } from "../roles/testing/roles.factory.ts";
import type { Contract } from "./contracts.schema.ts";

let owner: Caller;
beforeEach(async () => {
  await freshDatabase();
  owner = await person("officer", 1, "Ida Storm");
});

const HOSTILE = "**[x](https://evil.test)** @everyone <@1> `";
const recordOf = (caller: Caller, id: number) => caller.ok<Contract>("GET", `/api/contracts/${id}/record`);

describe("/contracts", () => {
  it("lists the contracts that the web app shows as open to the caller, with pay, deadline, risk and poster", async () => {
    const deadline = hoursFromNow(5);
    await postedBy(owner, { title: "Taken", status: "accepted", assigned_to: owner.userId });
    await postedBy(owner, { title: "Draft", status: "draft", posted_at: null });
    await postedBy(owner, {
      ...{ title: "Escort to Pyro", type: "security", risk_level: "high", deadline, amount: 0 },
      ...{ payment_type: "hourly", hourly_rate: 45_000, estimated_hours: 2, pay: 90_000 },
    });
    await postedBy(owner, {
      title: "Haul",
      amount: 100_000,
      payment_type: "percentage",
      percentage_of: 12.5,
    });
    const caller = await person("member");
    const member = await inDiscord(caller);
    const list = await member.types("contracts");
    const web = await caller.ok<Contract[]>("GET", "/api/contracts/1?open=1");
    const titles = textOf(list)
      .split("\n")
      .filter((line) => line.startsWith("**"));
    expect(titles).toEqual(web.map(({ title }) => `**${title}**`));
    const at = Math.floor(Date.parse(deadline) / 1000);
    expect(textOf(list)).toContain(
      `Security, high risk, posted by Ida Storm\nPay: 45,000 aUEC an hour\nDeadline: <t:${at}:F> <t:${at}:R>`,
    );
    expect(textOf(list)).toContain("Pay: 12.5 % of 100,000 aUEC\nNo deadline");
    expect(buttonsOf(list)).toEqual(["Open", "Open", "Show the board"]);
    member.locale = "da";
    const danish = textOf(await member.types("contracts"));
    expect(danish).toContain("Sikkerhed, høj risiko, slået op af Ida Storm\nBetaling: 45.000 aUEC pr. time");
  });

  it("shows a contract with Apply only to users who can apply, and the reason to others", async () => {
    const id = await postedBy(owner, { title: "Haul", location: "Yela", duration: "two evenings" });
    const caller = await person("member");
    const [member, poster] = [await inDiscord(caller), await inDiscord(owner)];
    const shown = await member.presses(await member.types("contracts"), "Open");
    expect(textOf(shown)).toContain("Pay: 1,000 aUEC\nDuration: two evenings\nNo deadline\nLocation: Yela");
    expect([buttonsOf(shown), (await recordOf(caller, id)).can.apply]).toEqual([["Apply", "View"], true]);
    const link = componentsOf(shown).find(({ label }) => label === "View")?.url;
    expect(link).toBe(`${raw["APP_URL"]}/tools/contracts?contract=${id}`);
    expect([textOf(await poster.types("contracts")), (await recordOf(owner, id)).can.apply]).toEqual([
      expect.stringContaining("No contract is open to you"),
      false,
    ]);
    await raw.DB.prepare("update contracts set status = 'accepted', assigned_to = ?")
      .bind(owner.userId)
      .run();
    const list = await member.types("contracts");
    expect([textOf(list), buttonsOf(list)]).toEqual([
      expect.stringContaining("No contract is open to you"),
      ["Show the board"],
    ]);
    const pressed = await member.presses(shown, "Apply");
    expect(textOf(pressed)).toContain("**Accepted: assigned to Ida Storm**");
    expect(buttonsOf(pressed)).toEqual(["View"]);
  });

  it("reveals nothing to a role without the permission or a stranger, nor whether a draft exists", async () => {
    const id = await postedBy(owner, { title: "Secret haul" });
    const caller = await person("member");
    const member = await inDiscord(caller);
    const list = await member.types("contracts");
    await raw.DB.prepare("update contracts set status = 'draft', posted_at = null").run();
    const ofDraft = textOf(await member.presses(list, "Open"));
    await raw.DB.prepare("delete from contracts where id = ?").bind(id).run();
    expect(textOf(await member.presses(list, "Open"))).toBe(ofDraft);
    expect(ofDraft).not.toContain("Secret");
    await postedBy(owner, { title: "Secret haul" });
    const without = await inDiscord(await holderOf(await customRole(["events.read"])));
    expect(textOf(await without.types("contracts"))).toContain("Your role does not include this");
    const moved = await customRole(["events.read"]);
    await raw.DB.prepare("update members set role_id = ? where id = ?").bind(moved, caller.memberId).run();
    expect(textOf(await member.presses(list, "Open"))).toContain("Your role does not include this");
    expect(textOf(await unknownUser().types("contracts"))).not.toContain("Secret");
  });

  it("shows texts of users as written, whatever characters they have", async () => {
    const poster = await person("officer", 1, `${HOSTILE}`.slice(0, 60));
    await postedBy(poster, {
      ...{ title: HOSTILE, description: `${HOSTILE}\n# `.repeat(80), location: HOSTILE, duration: HOSTILE },
    });
    const member = await inDiscord(await person("member"));
    const list = await member.types("contracts");
    const shown = await member.presses(list, "Open");
    for (const reply of [list, shown]) {
      expect(textOf(reply)).not.toMatch(/(?<!\\)\[x|(?<!\\)@|(?<!\\)<@|\n#(?!## )|(?<!\\)`/);
      expect(textOf(reply).length).toBeLessThan(4_000);
    }
    expect(await rows("select 1 from contract_applications")).toEqual([]);
  });
});
