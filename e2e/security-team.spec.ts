import type { Page } from "@playwright/test";
import { audit, WIDE, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { suffix } from "./lib/discord.ts";
import { type Account, DEMO, type People } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

const PHONE = WIDTHS[1];
const TAB = "/organization?tab=security";
const SETTING = "/api/organization/1/settings/security_role";

type Setting = { settingKey: string; version: number };

/** Chooses the role that the team gives; 0 for none. */
async function chooseRole(people: People, roleId: number) {
  const settings = await people.call<Setting[]>(DEMO.admin, "GET", "/api/organization/1/settings");
  const version = settings.find(({ settingKey }) => settingKey === "security_role")?.version ?? 0;
  await people.call(DEMO.admin, "PUT", SETTING, { settingValue: roleId, version });
}

const newRole = (people: People, name: string) =>
  people.call<{ id: number }>(DEMO.admin, "POST", "/api/roles", {
    ...{ name, permissions: ["dashboard.view", "events.read", "security.view"] },
  });

const apply = (people: People, account: Account) =>
  people.call<{ id: number }>(account, "POST", "/api/contract-applications", {
    ...{ experience: "Six months", shipType: "Arrow", availability: "Evenings", timezone: "Europe/London" },
    ...{ firstName: "Nova", lastName: "Hale", discordUsername: "nova", backgroundCheck: true },
    termsAccepted: true,
  });

/** The open application beside the list or, on phones, in its place. */
const recordOf = (page: Page) => page.locator("[data-record]");
const open = (page: Page, { displayName }: Account) =>
  page.getByRole("link", { name: new RegExp(displayName) }).click();

async function review(page: Page, verdict: string, reasons: string) {
  await recordOf(page).getByRole("radio", { name: verdict, exact: true }).check();
  await recordOf(page).getByLabel("Your reasons").fill(reasons);
  await recordOf(page).getByRole("button", { name: "Send review" }).click();
  await expect(toast(page, "Review sent")).toBeVisible();
}

test("a member applies, is asked, reviewed twice in secret, accepted on trial and confirmed", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/net::ERR_FAILED .*\/messages/);
  const roleName = `Watch ${suffix()}`;
  const role = await newRole(people, roleName);
  await chooseRole(people, role.id);
  const applicant = await people.hire("Alma Applicant", "member");
  const first = await people.hire("Rune First", "officer");
  const second = await people.hire("Sanne Second", "officer");

  const own = await as(applicant);
  const { keyboard } = own;
  await own.goto(TAB);
  await expect(own.getByRole("region", { name: "The team" })).toBeVisible();
  await own.getByRole("button", { name: "Apply for Security Team" }).click();
  const wizard = own.getByRole("dialog", { name: "Apply for the Security Team" });
  await wizard.getByLabel("Experience").fill("Fourteen escorts as a gunner");
  await wizard.getByRole("combobox", { name: "Ship" }).fill("Vanguard");
  await wizard.getByLabel("Availability").fill("Evenings");
  await keyboard.press("Enter");
  await wizard.getByLabel("Discord name").fill("alma");
  await wizard.getByRole("button", { name: "Next" }).click();
  await wizard.getByLabel("RSI handle").fill("Alma_A");
  await wizard.getByRole("button", { name: "Next" }).click();
  await expect(wizard.getByText("Step 4–5 of 5")).toBeVisible();
  await wizard.getByLabel("Everything I wrote is true").check();
  await wizard.getByRole("button", { name: "Submit" }).click();
  await expect(own.getByRole("heading", { name: "Your application" })).toBeVisible();
  await expect(own.getByText("Waits for an answer")).toBeVisible();
  await expect(own.getByText("Self-reported")).toBeVisible();

  // Another reviewer opens the application before the first review, and reads the same after it.
  const other = await as(second);
  await other.goto("/dashboard");
  await other.getByRole("button", { name: /^Notifications/ }).click();
  await other
    .getByRole("dialog", { name: "Notifications" })
    .getByRole("link", { name: /^Review: .*waits? for your review/ })
    .first()
    .click();
  await expect(other).toHaveURL(/tab=security/);
  await open(other, applicant);
  await expect(recordOf(other).getByRole("heading", { name: "Reviews" })).toBeVisible();
  await expect(recordOf(other).getByText("RSI handle not verified.")).toBeVisible();
  await audit(other, "an application to review", WIDTHS);

  // A question in the thread, which stays in its field while it cannot be sent.
  const page = await as(first);
  await page.goto(TAB);
  await open(page, applicant);
  await recordOf(page).getByRole("button", { name: "Ask a question" }).click();
  const field = recordOf(page).getByRole("textbox", { name: "Ask a question" });
  await expect(field).toBeFocused();
  await page.route("**/messages", (route) => route.abort(), { times: 1 });
  await field.fill("Which evenings?\nAlso Tuesdays?");
  await recordOf(page).getByRole("button", { name: "Send", exact: true }).click();
  await expect(toast(page, "Message not sent")).toBeVisible();
  await expect(field).toHaveValue("Which evenings?\nAlso Tuesdays?");
  await recordOf(page).getByRole("button", { name: "Send", exact: true }).click();
  await expect(recordOf(page).getByRole("listitem").filter({ hasText: "Which evenings?" })).toBeVisible();
  await expect(field).toHaveValue("");
  await audit(page, "the thread of an application", WIDE);

  const question = own.getByRole("listitem").filter({ hasText: "Which evenings?" });
  await expect(question).toContainText(first.displayName);
  await own.getByLabel("Write to the team").fill("Wednesdays");
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  const answer = own.getByRole("listitem").filter({ hasText: "Wednesdays" });
  await expect(answer).toContainText("You");
  await answer.getByRole("button", { name: /^Actions for the message/ }).click();
  await own.getByRole("menuitem", { name: "Edit" }).click();
  await expect(own.getByLabel("Message", { exact: true })).toBeFocused();
  await keyboard.press("End");
  await keyboard.type(" and Sundays");
  await own.getByRole("button", { name: "Save" }).click();
  await expect(answer).toContainText("Wednesdays and Sundays");
  await expect(answer).toContainText("edited");
  await audit(own, "the own application", [WIDTHS[1]]);

  await other.reload();
  await expect(recordOf(other).getByRole("tab", { name: "Thread 2" })).toBeVisible();
  const seen = async () => {
    // All lists have arrived.
    await expect(other.getByRole("heading", { name: /^For you to review \d/ })).toBeVisible();
    await expect(other.getByRole("heading", { name: "Decided" })).toBeVisible();
    await expect(other.locator("main [aria-busy=true]")).toHaveCount(0);
    return ((await other.locator("main").textContent()) ?? "").replaceAll(/\d+ \w+ ago/g, "");
  };
  const seenBefore = await seen();
  await recordOf(page).getByRole("tab", { name: "Application" }).click();
  await review(page, "Accept on trial", "Calm on comms in all three escorts.");
  await expect(recordOf(page).getByText("Shown when both are in.")).toBeVisible();
  await other.reload();
  await expect(recordOf(other).getByRole("tab", { name: "Thread 2" })).toBeVisible();
  expect(await seen()).toBe(seenBefore);

  await review(other, "Accept", "Knows the job.");
  await expect(recordOf(other).getByText("Calm on comms in all three escorts.")).toBeVisible();
  await expect(recordOf(page).getByText("Knows the job.")).toBeVisible();
  await audit(other, "an application to decide", WIDE);
  await other.setViewportSize(PHONE);
  await recordOf(other).getByRole("button", { name: "Decide" }).click();
  const dialog = other.getByRole("dialog", { name: `Accept ${applicant.displayName}?` });
  await dialog.getByLabel("Length").selectOption({ label: "4 weeks" });
  await dialog.getByLabel("Message").fill("Welcome aboard");
  await audit(other, "the decision", [PHONE]);
  await dialog.getByRole("button", { name: "Accept", exact: true }).click();
  await expect(toast(other, `${applicant.displayName} is in the Security Team`)).toBeVisible();
  await other.setViewportSize(WIDTHS[0]);
  await other.getByRole("button", { name: "Close" }).click();

  await people.call(applicant, "PATCH", "/api/user/language", { language: "da" });
  await own.setViewportSize(PHONE);
  await own.reload();
  await expect(own.getByText(/^Ja, på prøve til/)).toBeVisible();
  await expect(own.getByText("Welcome aboard").first()).toBeVisible();
  await audit(own, "the own application on trial, in Danish on a phone", [PHONE]);
  const { role: given } = await people.call<{ role: string }>(applicant, "GET", "/api/user");
  expect(given).toBe(roleName);

  const team = other.getByRole("region", { name: "The team" });
  await team.getByRole("button", { name: `Decide trial of ${applicant.displayName}` }).click();
  const end = other.getByRole("dialog", { name: /^Trial of/ });
  await expect(end.getByRole("radio", { name: "Confirm" })).toBeChecked();
  await audit(other, "the end of a trial", WIDE);
  await end.getByRole("button", { name: "Save" }).click();
  await expect(toast(other, "Trial changed")).toBeVisible();
  await expect(team.getByRole("button", { name: `Decide trial of ${applicant.displayName}` })).toHaveCount(0);
  await expect(team.getByText(applicant.displayName)).toBeVisible();
  await chooseRole(people, 0);
});

test("a third reviewer settles a dispute on a phone, and the applicant reads why and may apply again", async ({
  as,
  people,
  leave,
}) => {
  const applicant = await people.hire("Dora Disputed", "member");
  const { id } = await apply(people, applicant);
  const path = `/api/security-applications/${id}`;
  const [yes, no] = [await people.hire("Yrsa Yes", "officer"), await people.hire("Nils No", "officer")];
  const third = await people.hire("Tove Third", "officer");
  await people.call(yes, "POST", `${path}/reviews`, { verdict: "accept", text: "Flies well." });
  await people.call(no, "POST", `${path}/reviews`, { verdict: "decline", text: "Too few evenings." });

  const page = await as(third);
  await page.setViewportSize(PHONE);
  await page.goto(TAB);
  const row = page.getByRole("link", { name: new RegExp(applicant.displayName) });
  await expect(row).toContainText("The reviews differ");
  await row.click();
  await expect(page).toHaveURL(new RegExp(`application=${id}`));
  await expect(recordOf(page).getByText("Too few evenings.")).toBeVisible();
  await audit(page, "a disputed application on a phone", [PHONE]);

  // The question to the applicant stands above everything else, and their answer ends the hold.
  await recordOf(page).getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Put on hold" }).click();
  const hold = page.getByRole("dialog", { name: /^Put .* on hold/ });
  await hold.getByLabel("What the applicant must do").fill("Name three evenings.");
  await hold.getByRole("button", { name: "Put on hold" }).click();
  await expect(recordOf(page).getByText("Name three evenings.")).toBeVisible();
  const own = await as(applicant);
  await own.goto(TAB);
  await expect(own.getByText("The team asks:")).toBeVisible();
  await own.getByLabel("Your answer").fill("Monday to Wednesday");
  await own.getByRole("button", { name: "Send", exact: true }).click();
  await expect(own.getByText("The team asks:")).toBeHidden();

  await expect(recordOf(page).getByText("On hold:")).toBeHidden();
  await recordOf(page).getByRole("button", { name: "Clear: RSI handle not verified." }).click();
  const clear = page.getByRole("dialog", { name: /^Clear/ });
  await clear.getByLabel("What you found").fill("I flew with her.");
  await clear.getByRole("button", { name: "Clear" }).click();
  await expect(recordOf(page).getByText(/^Cleared by Tove Third .*: I flew with her\.$/)).toBeVisible();
  await recordOf(page)
    .getByRole("tab", { name: /^Staff notes/ })
    .click();
  await recordOf(page).getByLabel("Write a note").fill("Never for the applicant");
  await recordOf(page).getByRole("button", { name: "Send", exact: true }).click();
  await expect(recordOf(page).getByRole("listitem").filter({ hasText: "Never for" })).toBeVisible();
  await recordOf(page).getByRole("button", { name: "Write your review" }).click();
  await review(page, "Decline", "Not yet.");
  await recordOf(page).getByRole("button", { name: "Decide" }).click();
  const decline = page.getByRole("dialog", { name: `Decline ${applicant.displayName}?` });
  await decline.getByLabel("Message").fill("Fly ten with us first.");
  await decline.getByRole("button", { name: "Decline" }).click();
  await expect(toast(page, `${applicant.displayName} is declined`)).toBeVisible();
  await leave(page);

  await expect(own.getByText("Fly ten with us first.").first()).toBeVisible();
  await expect(own.getByText(/^The answers are deleted on/)).toBeVisible();
  await expect(own.getByText("Never for the applicant")).toHaveCount(0);
  await expect(own.getByRole("button", { name: "Apply again" })).toBeVisible();
  await audit(own, "a declined application");
  await leave(own);

  const admin = await as(DEMO.admin);
  await admin.goto(`${TAB}&application=${id}`);
  await recordOf(admin).getByRole("button", { name: "More actions" }).click();
  await admin.getByRole("menuitem", { name: "Delete application" }).click();
  const deleting = admin.getByRole("dialog", { name: /^Delete the application/ });
  await deleting.getByLabel("Reason").fill("Asked for it");
  await deleting.getByRole("button", { name: "Delete application" }).click();
  await expect(toast(admin, "Application deleted")).toBeVisible();
  await expect(recordOf(admin)).toHaveCount(0);
});
