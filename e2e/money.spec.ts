import { askApart } from "./lib/apart.ts";
import { audit, PHONE } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { suffix } from "./lib/discord.ts";
import { type Account, DEMO, type People } from "./lib/people.ts";
import { countPresses } from "./lib/presses.ts";
import { expect, test } from "./lib/test.ts";

/** A completed contract of the poster, split among the crew in equal shares; returns its id. */
async function completed(people: People, poster: Account, title: string, crew: readonly Account[]) {
  const { id } = await people.call<{ id: number }>(poster, "POST", "/api/contracts", {
    title,
    type: "mining",
    amount: 400_000,
    status: "posted",
  });
  const idOf = async (account: Account) =>
    (await people.call<{ id: number }>(account, "GET", "/api/user")).id;
  const userIds = await Promise.all(crew.map(idOf));
  await people.call(poster, "PUT", `/api/contracts/${id}`, { assignedTo: userIds[0] });
  await people.call(poster, "PATCH", `/api/contracts/${id}/status`, { status: "completed" });
  await people.call(poster, "PUT", `/api/contracts/${id}/payout`, {
    mode: "equal",
    lines: userIds.map((userId) => ({ userId, value: 1 })),
  });
  return id;
}

test("a contract is posted with two presses, and four people are paid with three", async ({ as, people }) => {
  const title = `Quantanium haul ${suffix()}`;
  const crew = [];
  for (const name of ["Ada Alm", "Bo Berg", "Cilla Cruz", "Dan Dahl"])
    crew.push(await people.hire(name, "member"));
  const page = await as(DEMO.recruiter);
  await page.goto("/tools/contracts");
  const presses = await countPresses(page);
  await page.getByRole("button", { name: "Create Contract" }).click();
  const form = page.getByRole("dialog", { name: "Create Contract" });
  await form.getByLabel("Title").fill(title);
  await form.getByLabel("Amount").fill("400000");
  await form.getByRole("button", { name: "Create and post" }).click();
  await expect(toast(page, "Contract posted successfully and is now active")).toBeVisible();
  expect(presses()).toBe(2);

  const id = await completed(people, DEMO.recruiter, `${title} II`, crew);
  await page.goto(`/tools/contracts?contract=${id}`);
  const dialog = page.getByRole("dialog", { name: `${title} II` });
  await dialog.getByRole("button", { name: "Approve the split" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Approve the split" }).click();
  await dialog.getByRole("button", { name: "Mark all 4 as sent" }).click();
  await expect(dialog.getByText(/^Waiting for /)).toHaveCount(4);
  expect(presses()).toBe(3);
  await toast(page, "400,000 aUEC marked as sent").getByRole("button", { name: "Undo" }).click();
  await expect(dialog.getByRole("button", { name: "Mark all 4 as sent" })).toBeVisible();
});

test("both sides read the same of owed, sent and confirmed payments, and closing early names what is missing", async ({
  as,
  people,
}) => {
  const title = `Salvage share ${suffix()}`;
  const [poster, pilot] = [
    await people.hire("Pia Poster", "officer"),
    await people.hire("Per Pilot", "member"),
  ];
  const id = await completed(people, poster, title, [pilot]);
  await people.call(poster, "POST", `/api/contracts/${id}/payout/lock`, {});

  const theirs = await as(pilot);
  await theirs.goto("/tools/contracts?tab=money");
  await expect(theirs.getByText(`${poster.displayName} owes you 400,000 aUEC.`)).toBeVisible();

  const page = await as(poster);
  await page.goto("/tools/contracts?tab=money");
  await expect(page.getByText(`You owe ${pilot.displayName} 400,000 aUEC.`)).toBeVisible();
  await audit(page, "owed", PHONE);
  await page.getByRole("button", { name: /^Mark as sent: / }).dblclick();
  await expect(page.getByText("Nobody owes you, and you owe nobody.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Sent, not confirmed yet" })).toContainText("400,000");

  // The pilot's page follows: nothing is owed, one payment waits for them.
  await expect(theirs.getByText("Nobody owes you, and you owe nobody.")).toBeVisible();
  await expect(theirs.getByRole("link", { name: /^My Money 1$/ })).toBeVisible();
  await audit(theirs, "sent");

  await page.goto(`/tools/contracts?contract=${id}`);
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByRole("button", { name: "Close Contract" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Not confirmed by receivers: 1.");
  await question.getByRole("button", { name: "Close Contract" }).click();
  await expect(toast(page, "Contract updated successfully")).toContainText("Not confirmed by receivers: 1.");
  await expect(dialog.getByText("0 of 1 confirmed")).toBeVisible();

  const earned = theirs.getByRole("region", { name: "Closed contracts" });
  await expect(earned).toContainText("Not confirmed yet, aUEC400,000");
  await theirs.getByRole("button", { name: /^Confirm received: / }).click();
  await expect(earned).toContainText("aUEC400,000");
  await expect(earned).not.toContainText("Not confirmed yet");
  await expect(dialog.getByText(/^Settled /)).toBeVisible();

  // What was confirmed is corrected by a new payment, which the pilot marks as sent.
  await dialog.getByRole("button", { name: "Correct a payment" }).click();
  const form = page.getByRole("dialog", { name: "Correct a payment" });
  await form.getByLabel("Who pays").selectOption({ label: pilot.displayName });
  await form.getByLabel("Who receives").selectOption({ label: "You" });
  await form.getByLabel("Amount in aUEC").fill("100000");
  await form.getByLabel("Reason").fill("A zero too many");
  await audit(page, "correction");
  await form.getByRole("button", { name: "Add correction" }).click();
  const corrected = dialog.getByRole("listitem").filter({ hasText: "A zero too many" }).first();
  await expect(corrected).toContainText("Correction");
  await expect(corrected).toContainText("Waiting for Per");
  await expect(dialog.getByText(/ added a correction: 100,000 from Per /)).toBeVisible();
  await theirs.getByRole("button", { name: /^Mark as sent: 100,000/ }).click();
  await corrected.getByRole("button", { name: /^Confirm received: / }).click();
  await expect(earned).toContainText("aUEC300,000");
});

test("the figures of the contracts page follow others, and keep their last value when a call fails", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/status of 503 /);
  const reader = await people.hire("Rikke Reader", "recruiter");
  const page = await as(reader);
  await page.clock.install();
  let fails = true;
  await askApart(page);
  await page.route("**/api/contracts/1/counts", (route) =>
    fails ? route.fulfill({ status: 503, json: { code: "unavailable" } }) : route.continue(),
  );
  await page.goto("/tools/contracts");
  const active = page.getByRole("link", { name: /^Active Contracts/ });
  await expect(active).toHaveText("Active Contracts–");
  await expect(page.getByText("–", { exact: true }).first()).toBeVisible();
  fails = false;
  await expect(async () => {
    await page.clock.fastForward(30_000);
    await expect(active).toHaveText(/^Active Contracts\d+\+?$/, { timeout: 1_000 });
  }).toPass();
  const drafts = page.getByRole("link", { name: /^My Drafts/ });
  await expect(drafts).toHaveText("My Drafts0");
  fails = true;
  const asked = page.waitForResponse("**/api/contracts/1/counts");
  await people.call(DEMO.recruiter, "POST", "/api/contracts", {
    ...{ title: `Escort ${suffix()}`, type: "security", amount: 5, status: "posted" },
  });
  await page.clock.fastForward(30_000);
  expect((await asked).status()).toBe(503);
  await expect(active).toHaveText(/^Active Contracts\d+\+?$/);
});

test("an untaken contract of somebody else is open, and says since when", async ({ as, people }) => {
  const title = `Relay repair ${suffix()}`;
  await people.call(DEMO.recruiter, "POST", "/api/contracts", {
    title,
    type: "research",
    amount: 5,
    status: "posted",
  });
  const page = await as(await people.hire("Mona Member", "member"));
  await page.goto(`/tools/contracts?q=${encodeURIComponent(title)}`);
  await expect(page.getByRole("listitem").filter({ hasText: title })).toContainText(/Open.* ago/);
});
