import { beforeEach, expect, it } from "vitest";
import type { CurrentUser } from "../../lib/current-user.schema.ts";
import { buttonsOf, inDiscord, textOf } from "../../testing/discord-user.ts";
import { freshDatabase, hoursFromNow, person, prospect } from "../../testing/world.ts";
import { answer, event } from "../events/testing/events.factory.ts";
import type { UserStats } from "../prospects/prospects.schema.ts";
import { account as rsiAccount } from "../rsi/testing/rsi.factory.ts";
import type { Account } from "./account.schema.ts";

beforeEach(freshDatabase);

it("/me says what the web app answers the caller of themselves, also where only they have installed it", async () => {
  const caller = await person("recruiter", 1, "Vega **V** <@1>");
  await prospect({ status: "onboarding", assigned_to: caller.memberId, deadline: hoursFromNow(-2) });
  await prospect({ status: "onboarding", assigned_to: caller.memberId, deadline: hoursFromNow(2) });
  await event({ title: "Not mine", starts_at: hoursFromNow(2) });
  const mine = await event({ title: "Convoy || to Pyro", starts_at: hoursFromNow(5) });
  await answer(mine, caller.userId);
  await rsiAccount(caller, "vega_v");
  const [user, account, stats] = await Promise.all([
    caller.ok<CurrentUser>("GET", "/api/user"),
    caller.ok<Account>("GET", "/api/user/account"),
    caller.ok<UserStats>("GET", "/api/user/stats"),
  ]);
  const me = await inDiscord(caller);
  me.owners = { 1: me.id };
  const said = await me.types("me");
  const joined = Math.floor(Date.parse(user.member?.joinedAt ?? "") / 1_000);
  expect(textOf(said).split("\n")).toEqual([
    "### Vega \\*\\*V\\*\\* \\<\\@1\\>",
    `${user.role}, since <t:${joined}:D>`,
    "RSI handle vega\\_v, verified",
    `${stats.assigned} open tasks, **${stats.overdue} overdue**`,
    expect.stringMatching(/^Next event: \*\*Convoy \\\|\\\| to Pyro\*\*, <t:\d+:F> <t:\d+:R>$/),
    `Balances: ${Object.entries(account.contracts.balances)
      .map(([name, sum]) => `${sum} ${name}`)
      .join(", ")}`,
    `${user.notices} unread notifications`,
  ]);
  expect([stats.assigned, stats.overdue]).toEqual([2, 1]);
  expect(buttonsOf(said)).toEqual(["My account", "My Tasks", "Open the event"]);
});

it("/me tells a user without a role what is theirs, and no event, in Danish", async () => {
  await event();
  const visitor = await inDiscord(await person(null), "da");
  const said = await visitor.types("me");
  expect(textOf(said)).toContain("Endnu ikke medlem");
  expect(textOf(said)).toContain("0 åbne opgaver");
  expect(textOf(said)).not.toContain("Næste begivenhed");
  expect(buttonsOf(said)).toEqual(["Min konto"]);
});
