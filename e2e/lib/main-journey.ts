import { expect, type Locator, type Page } from "@playwright/test";
import { CrmPage, toast } from "./crm-page.ts";
import { consent, type GuildPerson, headCount } from "./discord.ts";
import { expectAreas } from "./navigation.ts";
import type { Account } from "./people.ts";
import { countPresses } from "./presses.ts";
import { DANISH, ENGLISH, type Words } from "./words.ts";

export type Cast = {
  admin: Account;
  recruiter: Account;
  onboarding: Account;
  officer: Account;
  /** A person in the Discord server whom no sync has read yet. */
  recruit: GuildPerson;
};

type Stage = { words: Words; cast: Cast };

/** Returns the number of one counter of the pipeline on the dashboard. */
async function counter(page: Page, words: Words, name: string): Promise<number> {
  const panel = page.getByRole("region", { name: words.pipeline });
  const link = panel.getByRole("link", { name: new RegExp(`^\\d+ ?${name}`) });
  return Number(/^\d+/.exec((await link.textContent()) ?? "")?.[0]);
}

/** Returns every counter that the journey changes. */
async function counters(page: Page, words: Words) {
  await page.goto("/dashboard");
  const { counters: names } = words;
  await expect(page.getByRole("link", { name: new RegExp(`^\\d+ ?${names.new}`) })).toBeVisible();
  return { new: await counter(page, words, names.new), approved: await counter(page, words, names.approved) };
}

/** The administrator syncs the Discord server; the answer is held back until the progress is visible. */
async function sync(page: Page, { words }: Stage): Promise<void> {
  const crm = new CrmPage(page, words);
  const expected = await headCount();
  await crm.open();
  const seen = Promise.withResolvers<void>();
  await page.route("**/api/discord/sync-members/1", async (route) => {
    const response = await route.fetch();
    await seen.promise;
    await route.fulfill({ response });
  });
  await page.getByRole("button", { name: words.sync }).click();
  await expect(page.getByRole("progressbar", { name: words.sync })).toBeVisible();
  seen.resolve();
  const done = toast(page, words.synced);
  await expect(done).toBeVisible();
  const text = (await done.getByText(words.counts).textContent()) ?? "";
  const [added = 0, updated = 0, , unchanged = 0] = (words.counts.exec(text) ?? []).slice(1).map(Number);
  expect(added).toBeGreaterThanOrEqual(1);
  expect(added + updated + unchanged).toBe(expected);
  await expect(page.getByRole("progressbar", { name: words.sync })).toBeHidden();
}

/** The recruiter completes the intro and assigns the recruit to the onboarding team. */
async function completeIntro(page: Page, { words, cast }: Stage): Promise<void> {
  const crm = new CrmPage(page, words);
  await crm.open("tab=team");
  const dialog = await crm.openProspect(cast.recruit.name);
  await dialog.getByRole("button", { name: words.completeIntro }).click();
  const question = page.getByRole("dialog", { name: words.completeIntro });
  await crm.chooseAssignee(question, cast.onboarding.displayName);
  await question.getByLabel(words.comment).fill("Knows salvage, speaks two languages.");
  await question.getByRole("button", { name: words.completeIntro }).click();
  await expect(toast(page, words.statusUpdated)).toContainText(
    `${cast.recruit.name}: ${words.stages.onboarding}`,
  );
  await expect(question).toBeHidden();
  await expect(logLine(dialog, words.changed(words.stages.intro, words.stages.onboarding))).toBeVisible();
}

/** The onboarding team sees only its own prospects, and works on one of them. */
async function onboard(page: Page, { words, cast }: Stage): Promise<void> {
  const crm = new CrmPage(page, words);
  await crm.open("view=list");
  const stages = page.getByRole("navigation", { name: words.stageTabs });
  await expect(stages.getByRole("link", { name: words.stages.onboarding })).toBeVisible();
  await expect(stages.getByRole("link", { name: words.stages.intro })).toHaveCount(0);
  const answered = page.waitForResponse((response) => /[?&]q=Sofie/.test(response.url()));
  await crm.search("Sofie Lindqvist");
  await answered;
  await expect(page.getByRole("link", { name: "Sofie Lindqvist" })).toHaveCount(0);

  const dialog = await crm.openProspect(cast.recruit.name);
  await dialog
    .getByRole("textbox", { name: words.notes })
    .fill("Flies a Cutlass.\nNeeds the boarding drill.");
  await expect(dialog.getByText(words.saved)).toBeVisible();
  await crm.setDeadline(dialog, words.threeDays);
  await expect(dialog.getByText(words.daysLeft)).toBeVisible();
  await expect(logLine(dialog, words.deadlineSet)).toBeVisible();

  await dialog.getByRole("button", { name: words.actionsFor(cast.recruit.name) }).click();
  await page.getByRole("menuitem", { name: words.logTime }).click();
  const question = page.getByRole("dialog", { name: words.logTime });
  await question.getByLabel(words.minutes).fill("45");
  await question.getByLabel(words.comment).fill("First flight together.");
  await question.getByRole("button", { name: words.logTimeConfirm, exact: true }).click();
  await expect(toast(page, words.logged)).toBeVisible();
  await expect(logLine(dialog, words.spent)).toContainText("First flight together.");
}

/** Expects that a line of the log shows the earlier value struck through. */
const expectStruck = (line: Locator, text: string) =>
  expect(line.getByText(text, { exact: true })).toHaveCSS("text-decoration-line", "line-through");

/** The officer makes the recruit an active member and reads the whole history. */
async function activate(page: Page, { words, cast }: Stage): Promise<void> {
  const crm = new CrmPage(page, words);
  await crm.open("tab=team");
  const dialog = await crm.openProspect(cast.recruit.name);
  await dialog.getByRole("button", { name: words.makeActive }).click();
  await expect(toast(page, words.statusUpdated)).toContainText(words.nowActive(cast.recruit.name));

  const { intro, onboarding, active } = words.stages;
  const introDone = logLine(dialog, words.changed(intro, onboarding));
  await expect(introDone).toContainText(cast.recruiter.displayName);
  await expect(introDone).toContainText(words.assignedTo(cast.onboarding.displayName));
  await expect(introDone).toContainText("Knows salvage, speaks two languages.");
  await expectStruck(introDone, intro);
  const activated = logLine(dialog, words.changed(onboarding, active));
  await expect(activated).toContainText(cast.officer.displayName);
  await expectStruck(activated, onboarding);
  await expect(logLine(dialog, "Needs the boarding drill.")).toContainText(cast.onboarding.displayName);
  await expect(logLine(dialog, words.deadlineSet)).toContainText(cast.onboarding.displayName);
  await expect(activated).toContainText(words.deadlineEnded);
  await expect(logLine(dialog, words.spent)).toContainText(cast.onboarding.displayName);
}

/**
 * The shortest way from adding a prospect to an active member: one person adds and introduces, the other takes over. Both
 * read English. Returns the number of presses of both.
 * @param isOwnedFirst whether the other person is chosen when the prospect is added
 */
export async function shortestWay(
  [first, second]: readonly [Page, Page],
  { name, owner, isOwnedFirst }: { name: string; owner: Account; isOwnedFirst: boolean },
): Promise<number> {
  const counts = [await countPresses(first), await countPresses(second)];
  const words = ENGLISH;
  const [adding, taking] = [new CrmPage(first), new CrmPage(second)];
  await adding.open("tab=team");
  await first.getByRole("button", { name: words.add }).filter({ hasText: words.add }).click();
  const form = first.getByRole("dialog", { name: words.add });
  await form.getByLabel("Name", { exact: true }).fill(name);
  if (isOwnedFirst) await adding.chooseAssignee(form, owner.displayName);
  await form.getByRole("button", { name: words.add }).click();
  await adding.dialog(name).getByRole("button", { name: words.completeIntro }).click();
  const question = first.getByRole("dialog", { name: words.completeIntro });
  if (!isOwnedFirst) await adding.chooseAssignee(question, owner.displayName);
  await question.getByRole("button", { name: words.completeIntro }).click();
  await expect(toast(first, words.statusUpdated)).toContainText(words.stages.onboarding);

  await taking.open();
  await taking.card(name).getByRole("link", { name, exact: true }).click();
  await taking.dialog(name).getByRole("button", { name: words.makeActive }).click();
  await expect(toast(second, words.statusUpdated)).toContainText(words.nowActive(name));
  return counts.reduce((sum, count) => sum + count(), 0);
}

const logLine = (dialog: Locator, text: string) =>
  dialog.getByRole("tabpanel").getByRole("listitem").filter({ hasText: text });

type Journey = {
  as: (account: Account | null) => Promise<Page>;
  leave: (page: Page) => Promise<void>;
  cast: Cast;
};

/**
 * The main use of the product: users with different roles lead a person of the Discord server from the intro to
 * active, who then signs in. The administrator, the onboarding team and the recruit read Danish, the others English.
 */
export async function mainJourney({ as, leave, cast }: Journey): Promise<void> {
  const [english, danish] = [
    { words: ENGLISH, cast },
    { words: DANISH, cast },
  ];
  const { words } = danish;
  const first = await as(cast.admin);
  await sync(first, danish);
  const before = await counters(first, words);
  await leave(first);
  for (const [account, act, stage] of [
    [cast.recruiter, completeIntro, english],
    [cast.onboarding, onboard, danish],
    [cast.officer, activate, english],
  ] as const) {
    const page = await as(account);
    await act(page, stage);
    await leave(page);
  }
  const admin = await as(cast.admin);
  expect(await counters(admin, words)).toEqual({ new: before.new - 1, approved: before.approved + 1 });
  const activity = admin.getByRole("region", { name: words.activity });
  const { onboarding, active } = words.stages;
  const { recruit, officer } = cast;
  await expect(activity.getByRole("listitem").filter({ hasText: words.joined(recruit.name) })).toBeVisible();
  await expect(
    activity
      .getByRole("listitem")
      .filter({ hasText: words.moved(officer.displayName, recruit.name, onboarding, active) }),
  ).toBeVisible();
  await leave(admin);

  const member = await as(null);
  await member.goto("/auth");
  await member.getByRole("button", { name: "Dansk" }).click();
  await member.getByRole("link", { name: words.discord }).click();
  await consent(member, recruit);
  await expect(member).toHaveURL(/\/dashboard$/);
  await expect(member.getByRole("region", { name: words.contracts })).toBeVisible();
  const menu = member.getByRole("button", { name: words.userMenu });
  await expect(menu).toContainText(recruit.name);
  await expect(menu).toContainText("Member");
  const navigation = member.getByRole("navigation", { name: words.mainNavigation });
  await expectAreas(navigation, [words.dashboard, words.tools], ["CRM"]);
}
