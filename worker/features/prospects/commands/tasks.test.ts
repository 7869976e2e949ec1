import { beforeEach, describe, expect, it } from "vitest";
import {
  buttonsOf,
  type DiscordUser,
  inDiscord,
  textOf,
  unknownUser,
} from "../../../testing/discord-user.ts";
import { everything, stored } from "../../../testing/pipeline.ts";
import { type Caller, freshDatabase, hoursFromNow, person, prospect } from "../../../testing/world.ts";
import type { Prospect } from "../prospects.schema.ts";

beforeEach(freshDatabase);

let officer: Caller;
let other: Caller;
beforeEach(async () => {
  officer = await person("officer", 1, "Freja Ravn");
  other = await person("onboarding_team", 1, "Emil Nørgaard");
});

const task = (display_name: string, hours: number, assigned_to: number | null) =>
  prospect({ display_name, status: "onboarding", deadline: hoursFromNow(hours), assigned_to });

/** Four urgent tasks, and one of the officer's that is not urgent. */
async function tasks() {
  await task("Lasse", -3, other.memberId);
  await task("Vanta", 5, officer.memberId);
  const sofie = await task("Sofie", 11, null);
  await task("Jonas", 22, other.memberId);
  await task("Later", 100, officer.memberId);
  await prospect({ display_name: "Undated", status: "onboarding", assigned_to: officer.memberId });
  return { sofie };
}

/** The urgent tasks of everybody. */
const everybody = async (user: DiscordUser) => user.presses(await user.types("tasks"), "Everybody");

/** The names in an answer, in order. */
const namesIn = (text: string) => [...text.matchAll(/^\*\*(\w+)\*\*$/gm)].map(([, name]) => name);

describe("the list of tasks in Discord", () => {
  it("has one's own tasks, and on demand everybody's urgent ones with one's own first", async () => {
    await tasks();
    const user = await inDiscord(officer);
    const all = await everybody(user);
    expect(textOf(all)).toContain("3 people need an answer within 24 hours, and 1 person has no assignee");
    expect(namesIn(textOf(all))).toEqual(["Vanta", "Lasse", "Sofie", "Jonas"]);
    expect(textOf(all)).toMatch(/Onboarding, Emil Nørgaard · \*\*overdue\*\*, due <t:\d+:R>/);
    expect(textOf(all)).toMatch(/Onboarding, nobody yet · due <t:\d+:R>/);
    expect(buttonsOf(all)).toEqual([
      ...["Open", "Open", "Take", "Open"],
      ...["Take the next one", "Only mine", "Open all"],
    ]);
    const mine = await user.presses(all, "Only mine");
    const web = await officer.ok<Prospect[]>("GET", "/api/prospects/1?assignedTo=me&stage=open");
    expect(namesIn(textOf(mine))).toEqual(web.map(({ displayName }) => displayName));
    expect(textOf(mine)).toContain("You have 2 tasks, and 1 prospect without a deadline");
    expect(textOf(mine)).toMatch(/\*\*Undated\*\*\nOnboarding, you · no deadline/);
    expect(namesIn(textOf(await user.presses(mine, "Everybody")))).toHaveLength(4);
  });

  it("has only their own for members who see only their own, without a switch", async () => {
    await tasks();
    const user = await inDiscord(other, "da");
    const reply = await user.types("tasks");
    expect(textOf(reply)).toContain("Du har 2 opgaver");
    expect(namesIn(textOf(reply))).toEqual(["Lasse", "Jonas"]);
    expect(buttonsOf(reply)).toEqual(["Åbn", "Åbn", "Vis den første", "Åbn alle"]);
  });

  it("has only one's own outside the server, without cards", async () => {
    await tasks();
    const user = await inDiscord(officer);
    user.owners = { 1: user.id };
    const reply = await user.types("tasks");
    expect(namesIn(textOf(reply))).toEqual(["Vanta", "Later", "Undated"]);
    expect(buttonsOf(reply)).toEqual(["Open", "Open", "Open", "Open all"]);
    expect(JSON.stringify(reply)).not.toContain("custom_id");
  });

  it("is refused to a member without the permission, and to a stranger", async () => {
    await tasks();
    const caller = await person("member");
    await task("Lost", 1, caller.memberId);
    const member = await inDiscord(caller);
    for (const reply of [await member.types("tasks"), await unknownUser().types("tasks")])
      expect(namesIn(textOf(reply))).toEqual([]);
    expect(textOf(await member.types("help"))).not.toMatch(/\/tasks|\/prospect/);
    expect(textOf(await (await inDiscord(officer)).types("help"))).toMatch(/\/tasks[\s\S]*\/prospect/);
  });

  it("tells that there are no tasks, and shows names as written", async () => {
    const user = await inDiscord(officer);
    const none = await user.types("tasks");
    expect(textOf(none)).toContain("Nobody waits for an answer.");
    expect(buttonsOf(none)).toEqual(["Everybody", "Open all"]);
    await task("**@everyone** [a](https://evil.test)", 1, officer.memberId);
    expect(textOf(await user.types("tasks"))).toContain(
      "\\*\\*\\@everyone\\*\\* \\[a\\](https:\\//evil.test)",
    );
  });
});

describe("taking a task in Discord", () => {
  it("assigns the first unassigned one, once, and shows its card below", async () => {
    const { sofie } = await tasks();
    const user = await inDiscord(officer);
    const list = await everybody(user);
    const taken = await user.presses(list, "Take the next one");
    expect(taken.type).toBe(4);
    expect(textOf(taken)).toContain("Assigned to **you**");
    expect((await stored(sofie)).assigned_to).toBe(officer.memberId);
    const before = await everything();
    const again = await user.presses(list, "Take");
    expect(textOf(again)).toContain("Nothing was changed.");
    expect(textOf(await user.presses(again, "Show it as it is now"))).toContain("Sofie");
    expect(await everything()).toBe(before);
  });

  it("is done by one of two users who press at once", async () => {
    const { sofie } = await tasks();
    const second = await person("crm_manager");
    const users = [await inDiscord(officer), await inDiscord(second)];
    const reply = await Promise.all(users.map(async (user) => user.presses(await everybody(user), "Take")));
    expect(reply.filter((each) => textOf(each).includes("Assigned to **you**"))).toHaveLength(1);
    expect([officer.memberId, second.memberId]).toContain((await stored(sofie)).assigned_to);
  });

  it("opens the card of a task below the list", async () => {
    await tasks();
    const user = await inDiscord(officer);
    const opened = await user.presses(await user.types("tasks"), "Open");
    expect([opened.type, textOf(opened).includes("Vanta")]).toEqual([4, true]);
    expect(buttonsOf(opened)).toContain("Make active");
  });
});
