import type { Page } from "@playwright/test";
import { audit, PHONE, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { troubledRoute } from "./lib/database.ts";
import { reach } from "./lib/keyboard.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

const openTab = async (page: Page, tab: "api" | "settings", heading: string) => {
  await page.goto(`/admin?tab=${tab}`);
  await expect(page.getByRole("heading", { name: heading })).toBeVisible();
};

test("an administrator switches a setting with the keyboard, and another open page shows it", async ({
  as,
}) => {
  const page = await as(DEMO.admin);
  const other = await as(DEMO.admin);
  await openTab(page, "settings", "Notifications");
  await openTab(other, "settings", "Notifications");
  const debug = page.getByRole("switch", { name: "Debug mode" });
  await expect(debug).toHaveAttribute("aria-checked", "false");
  await reach(page, debug);
  await page.keyboard.press("Space");
  await expect(toast(page, "Setting Updated")).toBeVisible();
  await expect(debug).toHaveAttribute("aria-checked", "true");
  await expect(page.getByText(/^Changed \d+ seconds? ago by Astrid Holm$/)).toBeVisible();
  await expect(other.getByRole("switch", { name: "Debug mode" })).toHaveAttribute("aria-checked", "true");

  // It cannot be switched on without a mail service, and the page says so.
  const mail = page.getByRole("switch", { name: "E-mail notifications" });
  await mail.press("Space");
  await expect(page.getByRole("tooltip").filter({ hasText: "No mail service configured" })).toBeVisible();
  await expect(mail).toHaveAttribute("aria-checked", "false");

  await debug.click();
  await expect(debug).toHaveAttribute("aria-checked", "false");
});

test("an administrator who requires two-step sign-in without having it is led to set it up at once", async ({
  as,
  people,
}) => {
  const page = await as(DEMO.admin);
  await openTab(page, "settings", "Authentication");
  // The real setting would withhold permissions from the administrators of all other journeys.
  await page.route("**/settings/require_second_factor", async (route) => {
    const all = await people.call<{ settingKey: string }[]>(
      DEMO.admin,
      "GET",
      "/api/organization/1/settings",
    );
    const setting = all.find(({ settingKey }) => settingKey === "require_second_factor");
    const user = await people.call<object>(DEMO.admin, "GET", "/api/user");
    const restricted = { ...user, permissions: [], isHeldBack: true };
    await page.route("**/api/user", (asked) => asked.fulfill({ json: restricted }));
    await route.fulfill({ json: { ...setting, settingValue: true } });
  });
  await page.getByRole("switch", { name: "Two-step sign-in for administrators" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Require it" }).click();
  await expect(page.getByRole("heading", { name: "Your permissions wait" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Confirm", exact: true })).toBeHidden();
  await page.getByRole("link", { name: "Set up two-step sign-in" }).click();
  await expect(page.getByRole("region", { name: "Two-step sign-in" })).toBeInViewport();
});

/** A PNG picture of 1 by 1 pixel. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("an administrator names the organization and gives its invite, and a visitor reads both before signing in", async ({
  as,
  people,
}) => {
  const page = await as(DEMO.admin);
  await openTab(page, "settings", "Organization");
  const panel = page.getByRole("region", { name: "Organization" });
  await panel.getByRole("button", { name: "Edit organization" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit organization" });
  await dialog.getByLabel("Name", { exact: true }).fill("Northern Lights");
  const invite = dialog.getByLabel("Discord invite");
  await invite.fill("https://example.org/abc");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("An invite such as https://discord.gg/nordicstar")).toBeVisible();
  await invite.fill("discord.gg/northern");
  await dialog.getByLabel("Text, English").fill("We **fly**. <script>alert(1)</script>");
  await dialog.getByRole("button", { name: "Preview" }).click();
  const shown = dialog.getByRole("region", { name: "Preview" }).first();
  await expect(shown.locator("strong")).toHaveText("fly");
  await expect(shown).toContainText("<script>alert(1)</script>");
  await audit(page, "the organization's record in a dialog", WIDTHS);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Organization saved")).toContainText("Northern Lights");

  const file = { name: "mark.png", mimeType: "image/png", buffer: Buffer.from(PNG, "base64") };
  await panel.getByLabel("Add mark").last().setInputFiles(file);
  await expect(toast(page, "Picture added")).toBeVisible();
  const mark = panel.getByRole("img", { name: "Mark" });
  await expect.poll(() => mark.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await panel.getByRole("button", { name: "Actions for Mark" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(panel.getByRole("button", { name: "Add mark" })).toBeVisible();
  await audit(page, "the organization's record", WIDTHS);

  const visitor = await as(null);
  await visitor.goto("/auth?error=not_synced");
  await expect(
    visitor.getByText("Use the Discord account you have on the Northern Lights server."),
  ).toBeVisible();
  const join = visitor.getByRole("link", { name: "Join our server" });
  await expect(join).toHaveAttribute("href", "https://discord.gg/northern");
  const body = { name: "Nordic Star", invite: "https://discord.gg/nordicstar" };
  await people.call(DEMO.admin, "PUT", "/api/organization/1/profile", body);
});

test("test prospects are marked, refused a second time with a debug message, and deleted", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/status of 409 /);
  const page = await as(DEMO.admin);
  await openTab(page, "settings", "System");
  await page.getByRole("button", { name: "Test data" }).click();
  await page.getByRole("menuitem", { name: "Create Test Prospects" }).click();
  await expect(toast(page, "Test prospects created")).toBeVisible();
  await page.getByRole("switch", { name: "Debug mode" }).click();
  await expect(toast(page, "Setting Updated")).toBeVisible();
  await page.getByRole("button", { name: "Create Test Prospects" }).click();
  await expect(toast(page, "There are test prospects already.")).toContainText(
    /request [0-9a-f-]{36}, \d+ ms/,
  );

  const crm = await as(DEMO.officer);
  await crm.goto("/crm?tab=team&view=list&q=Kestrel");
  const row = crm.getByRole("row").filter({ hasText: "Ada Kestrel" });
  await expect(row.getByText("Test", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Clear All Test Data" }).click();
  const question = page.getByRole("alertdialog", { name: "Clear all test data?" });
  await question.getByRole("button", { name: "Clear All Test Data" }).click();
  await expect(toast(page, "Test prospects removed: 24")).toBeVisible();
  await expect(row).toBeHidden();
  const left = await people.call<{ isTest: boolean }[]>(DEMO.admin, "GET", "/api/prospects/1");
  expect(left.filter(({ isTest }) => isTest)).toEqual([]);
  await page.getByRole("switch", { name: "Debug mode" }).click();
  await expect(toast(page, "Setting Updated")).toBeVisible();
});

test("services are measured on demand, and the page sums their health up in a sentence", async ({
  as,
  watch,
}) => {
  // The job of every five minutes may have run just before.
  watch.expect(/status of 429 .*\/api\/health\/check$/);
  const page = await as(DEMO.admin);
  await openTab(page, "api", "System Health");
  const health = page.getByRole("region", { name: "System Health" });
  await reach(page, health.getByRole("button", { name: "Check now" }));
  await page.keyboard.press("Enter");
  await expect(health.getByText(/^Checked /)).toBeVisible();
  const row = (name: string) => health.getByRole("listitem").filter({ hasText: name });
  await expect(row("Database")).toContainText(/Up|Slow/);
  await expect(row("Bot gateway")).toContainText(/Up|Slow/);
  // The page itself may not have been connected yet when it sent the request.
  await expect(row("Live updates")).toContainText(/\d+ pages?/);
  // Services outside this machine may or may not be reachable.
  await expect(page.getByText(/^Everything is up\.$|: (slow|down( for .*)?)\./)).toBeVisible();
  await page.locator("summary").filter({ hasText: "Jobs" }).click();
  const jobs = page.getByRole("table", { name: "Jobs" });
  await expect(jobs.getByRole("row").filter({ hasText: "Member sync" })).toContainText("Every hour");
  const ships = page.getByRole("region", { name: "UEX Corp" });
  await expect(ships).toContainText("Up to date");
  await reach(page, ships.getByRole("button", { name: "Sync ships now" }));
  await page.keyboard.press("Enter");
  await expect(toast(page, "UEX ships synced")).toContainText(/Synced \d+ spacecraft · nothing has changed/);
});

test("axe finds no violation among troubled routes and in a question on a phone in Danish", async ({
  as,
  people,
}) => {
  const reader = await people.hire("Dorte Dansk", "administrator");
  await people.call(reader, "PATCH", "/api/user/language", { language: "da" });
  const requestId = crypto.randomUUID();
  troubledRoute("GET /api/applications/:id/messages/of-a-long-route", requestId);
  const page = await as(reader);
  await openTab(page, "api", "Systemets tilstand");
  await page.locator("summary").filter({ hasText: "Langsomme og mislykkede forespørgsler" }).click();
  const troubled = page.getByRole("row").filter({ hasText: "of-a-long-route" });
  await expect(troubled).toContainText("1 mislykket");
  await expect(troubled).toContainText("2 langsomme");
  await expect(troubled).toContainText("4,2");
  await expect(troubled).toContainText(requestId);
  await audit(page, "troubled routes", PHONE);
  await openTab(page, "settings", "Notifikationer");
  await page.getByRole("button", { name: "Testdata" }).click();
  await page.getByRole("menuitem", { name: "Ryd alle testdata" }).click();
  await expect(page.getByRole("alertdialog", { name: "Ryd alle testdata?" })).toBeVisible();
  await audit(page, "question", PHONE);
});
