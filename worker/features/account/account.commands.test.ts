import { beforeEach, expect, it } from "vitest";
import type { CurrentUser } from "../../lib/current-user.schema.ts";
import { buttonsOf, inDiscord, textOf } from "../../testing/discord-user.ts";
import { freshDatabase, hoursFromNow, person, prospect } from "../../testing/world.ts";
import { account as rsiAccount } from "../rsi/testing/rsi.factory.ts";

beforeEach(freshDatabase);

it("/me shows the same as the web app about the caller, also where only they have installed it", async () => {
  const caller = await person("recruiter", 1, "Vega **V** <@1>");
  await prospect({
    ...{ status: "onboarding", display_name: "Nova", assigned_to: caller.memberId },
    deadline: hoursFromNow(2),
  });
  await rsiAccount(caller, "vega_v");
  const user = await caller.ok<CurrentUser>("GET", "/api/user");
  const me = await inDiscord(caller);
  me.owners = { 1: me.id };
  const reply = await me.types("me");
  const joined = Math.floor(Date.parse(user.member?.joinedAt ?? "") / 1_000);
  expect(textOf(reply).split("\n")).toEqual([
    "### Vega \\*\\*V\\*\\* \\<\\@1\\>",
    `${user.role}, since <t:${joined}:D>`,
    "RSI handle vega\\_v, verified",
    `${user.notices} notifications need you`,
  ]);
  expect(buttonsOf(reply)).toEqual(["My tasks", "My account", "My events"]);
  const tasks = await me.presses(reply, "My tasks");
  expect([tasks.type, textOf(tasks)]).toEqual([4, expect.stringContaining("Nova")]);
});

it("/me shows a user without a role their own records, in Danish", async () => {
  const visitor = await inDiscord(await person(null), "da");
  const reply = await visitor.types("me");
  expect(textOf(reply)).toContain("Ikke medlem endnu");
  expect(buttonsOf(reply)).toEqual(["Min konto"]);
});
