import { beforeEach, expect, it } from "vitest";
import type { CurrentUser } from "../../lib/current-user.schema.ts";
import { buttonsOf, componentsOf, inDiscord, textOf } from "../../testing/discord-user.ts";
import { freshDatabase, hoursFromNow, person, prospect } from "../../testing/world.ts";
import { event } from "../events/testing/events.factory.ts";
import type { Need } from "../notices/notices.schema.ts";
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
    "The deadline of Nova is yours.",
  ]);
  expect(buttonsOf(reply)).toEqual(["Open", "My tasks", "My account", "My events"]);
  const tasks = await me.presses(reply, "My tasks");
  expect([tasks.type, textOf(tasks)]).toEqual([4, expect.stringContaining("Nova")]);
});

it("/me lists the first five of what needs the caller as the web app does, each with its page", async () => {
  const caller = await person("recruiter");
  for (const each of [1, 2, 3]) {
    await event({ title: `*${each}*`, starts_at: hoursFromNow(each), ends_at: hoursFromNow(each + 1) });
    await prospect({ status: "onboarding", assigned_to: caller.memberId, deadline: hoursFromNow(each) });
  }
  const needs = await caller.ok<Need[]>("GET", "/api/user/needs");
  expect(needs).toHaveLength(6);
  const reply = await (await inDiscord(caller)).types("me");
  const sentences = needs.map(({ text }) => text.replaceAll("*", "\\*"));
  expect(textOf(reply).split("\n").slice(3)).toEqual([...sentences.slice(0, 5), "-# And 1 more"]);
  const pages = componentsOf(reply).flatMap(({ url }) => (url ? [new URL(url)] : []));
  expect(pages.slice(0, 5).map(({ pathname, search }) => pathname + search)).toEqual(
    needs.slice(0, 5).map(({ opens }) => opens),
  );
});

it("/me shows a user without a role their own records, in Danish", async () => {
  const visitor = await inDiscord(await person(null), "da");
  const reply = await visitor.types("me");
  expect(textOf(reply)).toContain("Ikke medlem endnu");
  expect(textOf(reply)).toContain("Intet venter på dig");
  expect(buttonsOf(reply)).toEqual(["Min konto"]);
});
