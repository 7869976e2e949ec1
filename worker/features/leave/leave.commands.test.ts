import { beforeEach, describe, expect, it } from "vitest";
import { dayText } from "../../lib/days.ts";
import { buttonsOf, type DiscordUser, inDiscord, textOf } from "../../testing/discord-user.ts";
import { type Caller, freshDatabase, person, rows, value } from "../../testing/world.ts";
import { event } from "../events/testing/events.factory.ts";
import type { Leave } from "./leave.schema.ts";
import { inDays, leaveOf } from "./testing/leave.factory.ts";

let mona: Caller;
let member: DiscordUser;
beforeEach(async () => {
  await freshDatabase();
  mona = await person("member", 1, "Mona");
  member = await inDiscord(mona);
});

const ofWeb = (caller: Caller) => caller.ok<Leave[]>("GET", `/api/leaves/1?userId=${caller.userId}`);
/** A day as 3.12.2026. */
const dotted = (day: string) => day.split("-").reverse().map(Number).join(".");

describe("/away", () => {
  it("adds leave by its options and by its form, as the web app then shows it", async () => {
    const [first, last, later] = [inDays(3), inDays(5), inDays(9)];
    const reply = await member.types("away", { from: first, until: dotted(last), note: "Off **grid**" });
    expect(textOf(reply)).toContain(`${dayText(first, "en")} to ${dayText(last, "en")}`);
    expect(textOf(reply)).toContain("Off \\*\\*grid\\*\\*");
    const form = await member.presses(reply, "Say when you are away");
    const both = { from: later, until: later };
    await Promise.all([member.fills(form, both), member.fills(form, both)]);
    expect(await ofWeb(mona)).toMatchObject([
      { from: first, to: last, note: "Off **grid**", addedBy: null },
      { from: later, to: later, note: null },
    ]);
  });

  it("names the caller's events on those days, and withdraws from one", async () => {
    const noon = (days: number) => ({
      starts_at: `${inDays(days)}T12:00:00.000Z`,
      ends_at: `${inDays(days)}T14:00:00.000Z`,
    });
    const ids = [];
    for (const [title, days] of [
      ["Before", 2],
      ["Covered", 3],
      ["After", 6],
    ] as const) {
      ids.push(await event({ title, ...noon(days) }));
      await mona.ok("POST", `/api/events/${ids.at(-1)}/join`);
    }
    await event({ title: "Unanswered", ...noon(4) });
    const reply = await member.types("away", { from: inDays(3), until: inDays(5) });
    expect(textOf(reply)).toContain("Covered");
    expect(textOf(reply)).not.toMatch(/Before|After|Unanswered/);
    const withdrawn = await member.presses(reply, "Withdraw");
    expect(textOf(withdrawn)).toContain("You gave up your place.");
    const answers = async () =>
      (await rows("select answer from event_answers order by event_id")).map(({ answer }) => answer);
    expect(await answers()).toEqual(["going", "withdrawn", "going"]);
    await member.presses(withdrawn, "Take it back");
    expect(await answers()).toEqual(["going", "going", "going"]);
  });

  it("explains the format of days, and returns the texts typed into its form", async () => {
    expect(textOf(await member.types("away", { from: "i morgen" }))).toContain("as 2026-12-03");
    const form = await member.presses(await member.types("away"), "Say when you are away");
    const reply = await member.fills(form, { from: inDays(1), until: "31.2", note: "A <@1> of **mine**" });
    expect(textOf(reply)).toContain("Last day: Write the day as");
    expect(textOf(reply)).toContain("> A \\<\\@1\\> of \\*\\*mine\\*\\*");
    expect(await value("select count(*) from leaves")).toBe(0);
  });

  it("ends one's own leave once, and tells when it no longer exists", async () => {
    await leaveOf(mona.userId, -2, 4);
    await leaveOf(mona.userId, 10, 12);
    const shown = await member.types("away");
    expect(buttonsOf(shown)).toEqual(["I am back", "Remove", "Say when you are away", "Open"]);
    const pressed = await Promise.all([member.presses(shown, "Remove"), member.presses(shown, "Remove")]);
    expect(pressed.map(buttonsOf)).toContainEqual(["I am back", "Say when you are away", "Open"]);
    expect(await rows("select action from audit_log")).toEqual([{ action: "leave.own_removed" }]);
    expect(textOf(await member.presses(shown, "Remove"))).toContain("This does not exist");
    expect(await ofWeb(mona)).toHaveLength(1);
    await member.presses(shown, "I am back");
    expect(await ofWeb(mona)).toEqual([]);
  });

  it("shows an officer only their own leave, also where only they have installed it, in Danish", async () => {
    await leaveOf(mona.userId, 1, 2, { note: "A secret" });
    const boss = await person("officer");
    await leaveOf(boss.userId, 5, 6);
    const officer = await inDiscord(boss, "da");
    officer.owners = { 1: officer.id };
    const shown = await officer.types("away");
    expect(textOf(shown)).toContain(`${dayText(inDays(5), "da")} til ${dayText(inDays(6), "da")}`);
    expect(textOf(shown)).not.toMatch(new RegExp(`A secret|${dayText(inDays(1), "da")}`));
    expect(buttonsOf(shown)).toEqual(["Fjern", "Meld fravær", "Åbn"]);
  });

  it("adds nothing for a user without a membership, and opens no form", async () => {
    const visitor = await inDiscord(await person(null));
    const refused = [
      await visitor.types("away", { from: inDays(1) }),
      await visitor.presses(await visitor.types("away"), "Say when you are away"),
    ];
    for (const each of refused) expect(textOf(each)).toContain("Your role does not include this");
    expect(await value("select count(*) from leaves")).toBe(0);
  });
});
