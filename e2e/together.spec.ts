import type { Route } from "@playwright/test";
import { audit, PHONE, WIDTHS } from "./lib/audit.ts";
import { CrmPage, toast } from "./lib/crm-page.ts";
import { DEMO } from "./lib/people.ts";
import { addOnboarding, addProspect, expectStored, readProspect } from "./lib/prospects.ts";
import { expect, test } from "./lib/test.ts";
import { SESSION_ENDED, withoutNews } from "./lib/watch.ts";

test("two people edit the same note, and nothing is overwritten before one of them has chosen", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/status of 409 .*\/notes$/);
  const prospect = await addProspect(people, "Noa Notes");
  const name = prospect.displayName;
  const [first, second] = [new CrmPage(await as(DEMO.officer)), new CrmPage(await as(DEMO.manager))];
  const dialogs = [];
  for (const crm of [first, second]) {
    await withoutNews(crm.page);
    await crm.open(`tab=team&q=${encodeURIComponent(name)}&prospect=${prospect.id}`);
    await expect(crm.dialog(name).getByRole("textbox", { name: "Notes" })).toBeVisible();
    dialogs.push(crm.dialog(name));
  }
  const [mine, theirs] = dialogs as [(typeof dialogs)[0], (typeof dialogs)[0]];
  const notes = (dialog: typeof mine) => dialog.getByRole("textbox", { name: "Notes" });

  await notes(theirs).fill("Written by Oliver.");
  await expect(theirs.getByText(/^Saved \d+ s ago$/)).toBeVisible();
  await notes(mine).fill("Written by Freja.");
  const clash = mine.getByRole("alert").filter({ hasText: "Changed by somebody else meanwhile" });
  await expect(clash).toContainText("Written by Freja.");
  await expect(clash).toContainText("Written by Oliver.");
  await expectStored(people, prospect.id, { notes: "Written by Oliver." });
  await audit(first.page, "two changes at once");
  await clash.getByRole("button", { name: "Keep mine" }).click();
  await expect(mine.getByText(/^Saved \d+ s ago$/)).toBeVisible();
  await expect(clash).toBeHidden();
  await expectStored(people, prospect.id, { notes: "Written by Freja." });

  await notes(theirs).fill("Written by Oliver again.");
  const other = theirs.getByRole("alert").filter({ hasText: "Changed by somebody else meanwhile" });
  await other.getByRole("button", { name: "Take theirs" }).click();
  await expect(notes(theirs)).toHaveValue("Written by Freja.");
  await expect(other).toBeHidden();
  await expectStored(people, prospect.id, { notes: "Written by Freja." });
});

test("a stage move from an outdated page shows what changed and cannot be repeated", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/status of 409 .*\/status$/);
  const prospect = await addOnboarding(people, "Stella Stale", DEMO.onboarding);
  const name = prospect.displayName;
  const page = await as(DEMO.officer);
  const crm = new CrmPage(page);
  await withoutNews(page);
  await crm.open(`tab=team&view=board&q=${encodeURIComponent(name)}`);
  await crm
    .card(name)
    .getByRole("button", { name: `Actions for ${name}` })
    .click();
  await page.getByRole("menuitem", { name: "Make active" }).click();
  const question = page.getByRole("dialog", { name: "Make active" });
  await expect(question).toBeVisible();
  const change = (call: string, body: object) =>
    people.call(DEMO.manager, "PATCH", `/api/prospects/${prospect.id}/${call}`, body);
  await change("assign", { assignedTo: await people.memberId(DEMO.manager), version: prospect.version });
  await change("status", {
    status: "inactive",
    reason: "Left for another organization.",
    outcome: "withdrawn",
  });
  await question.getByRole("button", { name: "Make active" }).click();
  const clash = question.getByRole("alert").filter({ hasText: "Changed by somebody else meanwhile" });
  await expect(clash).toContainText("Inactive");
  const meanwhile = clash.getByRole("listitem");
  await expect(meanwhile).toHaveCount(2);
  await expect(meanwhile.first()).toContainText(DEMO.manager.displayName);
  await expect(meanwhile.first()).toContainText("Changed from Onboarding to Inactive");
  await expect(meanwhile.first()).toContainText("Left for another organization.");
  const rowOf = (field: string) => clash.locator("dl > div").filter({ hasText: field });
  await expect(rowOf("Status")).toContainText("Yours");
  await expect(rowOf("Assigned to")).toContainText(`Before${DEMO.onboarding.displayName}`);
  await expect(rowOf("Assigned to")).not.toContainText("Yours");
  await expect(clash.getByRole("button", { name: "Keep mine" })).toHaveAttribute("aria-disabled", "true");
  await audit(page, "a move that another user was faster with", PHONE);
  await expectStored(people, prospect.id, { status: "inactive" });
  await clash.getByRole("button", { name: "Take theirs" }).click();
  await expect(question).toBeHidden();
  await expect(crm.card(name, crm.column("Inactive"))).toBeVisible();
});

test("typed text survives the end of the session, and is saved after the password", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(...SESSION_ENDED);
  const officer = await people.hire("Erik Expired", "officer");
  const prospect = await addProspect(people, "Sam Session");
  const name = prospect.displayName;
  const page = await as(officer);
  const crm = new CrmPage(page);
  // The list at every width: a phone that shows the board's list for the first time would wait for it behind the sign-in.
  await crm.open(`tab=team&view=list&q=${encodeURIComponent(name)}`);
  const { notes } = await crm.openNotes(prospect);
  await notes.fill("A thought that ");
  await page.context().clearCookies({ name: "session" });
  await notes.fill("A thought that must not be lost.");
  // Simulates another change of the user, so that the page requests them before the note is sent.
  await page.evaluate(() => new BroadcastChannel("session").postMessage("signed-in"));

  const again = page.getByRole("dialog", { name: "Sign in again" });
  await expect(again).toContainText(officer.displayName);
  await audit(page, "sign in again", WIDTHS);
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(again.getByLabel("Password")).toBeFocused();
  await page.keyboard.type("wrong password");
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(again.getByLabel("Password")).toHaveAccessibleDescription(/^Username or password is wrong/);
  await again.getByLabel("Password").fill(officer.password);
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(again).toBeHidden();
  await expect(notes).toHaveValue("A thought that must not be lost.");
  await expect(crm.dialog(name).getByText(/^Saved \d+ s ago$/)).toBeVisible();
  await expectStored(people, prospect.id, { notes: "A thought that must not be lost." });
});

test("text typed while the page finds that the session has ended goes into the note", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(...SESSION_ENDED);
  const officer = await people.hire("Tove Typing", "officer");
  const prospect = await addProspect(people, "Sara Session");
  const page = await as(officer);
  const { keyboard } = page;
  await new CrmPage(page).open(`tab=team&prospect=${prospect.id}`);
  const notes = page.getByRole("textbox", { name: "Notes", includeHidden: true });
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await notes.click();
  await page.context().clearCookies({ name: "session" });
  const refused = page.waitForResponse((answer) => answer.status() === 401);
  await keyboard.type("A thought");
  await refused;
  let written = "A thought";
  while (!(await again.isVisible())) {
    await keyboard.type(" goes");
    written += " goes";
  }
  await keyboard.type(" on.");
  await keyboard.press("Enter");
  await keyboard.press("Escape");
  await keyboard.type("To its end.");
  await keyboard.press("ArrowLeft");
  await expect(notes).toHaveValue(`${written} on.\nTo its end.`);
  await expect(again).toBeVisible();

  await expect(again.getByLabel("Password")).toBeFocused();
  await keyboard.type(officer.password);
  await keyboard.press("Enter");
  await expect(again).toBeHidden();
  await expect(notes).toBeFocused();
  await keyboard.type(", all of it");
  await expect(notes).toHaveValue(`${written} on.\nTo its end, all of it.`);
  await expect(page.getByText(/^Saved \d+ s ago$/)).toBeVisible();
  await expectStored(people, prospect.id, { notes: `${written} on.\nTo its end, all of it.` });
});

test("a note is kept while the server is unreachable, until a retry saves it", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/ERR_FAILED/);
  const prospect = await addProspect(people, "Olaf Offline");
  const page = await as(DEMO.officer);
  const { dialog, notes } = await new CrmPage(page).openNotes(prospect);
  await page.route("**/api/prospects/*/notes", (route) => route.abort());
  await notes.fill("Written into the void.");
  await expect(dialog.getByText(/Your text is saved in this browser/)).toBeVisible();

  await page.reload();
  await expect(notes).toHaveValue("Written into the void.");
  await expect(dialog.getByText(/Your text is saved in this browser/)).toBeVisible();
  await page.unroute("**/api/prospects/*/notes");
  await dialog.getByRole("button", { name: "retry" }).click();
  await expect(dialog.getByText(/^Saved \d+ s ago$/)).toBeVisible();
  await expectStored(people, prospect.id, { notes: "Written into the void." });
});

test("a deadline that is pressed while notes cannot be saved is shown as unsaved, and saved on its own", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/ERR_FAILED/);
  const prospect = await addProspect(people, "Dora Deadline");
  const page = await as(DEMO.officer);
  const crm = new CrmPage(page);
  const { dialog, notes } = await crm.openNotes(prospect);
  const paused = Promise.withResolvers<Route>();
  await page.route("**/api/prospects/*/notes", paused.resolve);
  await notes.fill("Never answered.");
  const route = await paused.promise;
  await crm.setDeadline(dialog, "3 days");
  await expect(dialog.getByRole("status").filter({ hasText: "Saving…" }).first()).toBeVisible();
  await expect(toast(page, "Deadline changed")).toBeVisible();
  expect((await readProspect(people, prospect.id)).deadline).not.toBeNull();
  await route.abort();
  await expect(notes).toHaveValue("Never answered.");
});

test("a list that cannot be loaded shows why and offers a retry", async ({ as, watch }) => {
  watch.expect(/ERR_FAILED/);
  const page = await as(DEMO.officer);
  let fails = true;
  await page.route("**/api/discord-bots/1", (route) => (fails ? route.abort() : route.continue()));
  await page.goto("/discord-bots");
  const error = page.getByRole("alert").filter({ hasText: "The server could not be reached." });
  const again = await error.getByRole("button", { name: "Try again" }).elementHandle();
  fails = false;
  // Clicks at once: during the wait of a real press the page would retry by itself.
  await again?.dispatchEvent("click");
  await expect(page.getByRole("article", { name: "CRM Bot" })).toBeVisible();
  await expect(toast(page, "Error")).toBeHidden();
});
