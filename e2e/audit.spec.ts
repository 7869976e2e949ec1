import { readFileSync } from "node:fs";
import type { Download, Page } from "@playwright/test";
import { WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { reach } from "./lib/keyboard.ts";
import { DEMO } from "./lib/people.ts";
import { addProspect } from "./lib/prospects.ts";
import { expect, test } from "./lib/test.ts";

const search = (page: Page) => page.getByLabel("Search people, records, values");
const entries = (page: Page) => page.getByRole("main").getByRole("listitem");
const textOf = async (download: Download) => readFileSync(await download.path(), "utf8");

test("an officer finds who moved a prospect, by person, action, text and day, and exports it", async ({
  as,
  people,
}) => {
  const prospect = await addProspect(people, "=Audita");
  const name = prospect.displayName;
  await people.call(DEMO.officer, "PATCH", `/api/prospects/${prospect.id}/status`, {
    status: "intro_completed",
  });
  const page = await as(DEMO.officer);
  await page.goto("/dashboard");
  const activity = page.getByRole("region", { name: "Recent activity" });
  await activity.getByRole("link", { name }).first().click();
  await expect(page).toHaveURL(`/dashboard?prospect=${prospect.id}`);
  await page.goBack();
  await activity.getByRole("link", { name: "Audit log" }).click();
  await expect(page.getByRole("heading", { name: "Audit log", level: 1 })).toBeFocused();
  await expect(page.getByRole("heading", { name: /^Today, /, level: 2 })).toBeVisible();

  await reach(page, search(page));
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  const moved = entries(page).filter({ hasText: `Freja Ravn moved ${name} from Intro to Intro completed` });
  await expect(moved).toHaveCount(1);
  await expect(moved.locator("s")).toHaveText("Intro");
  await expect(moved.locator("b")).toHaveText("Intro completed");
  await expect(moved.getByRole("link", { name })).toHaveAttribute("href", `/crm?prospect=${prospect.id}`);
  const happened = page.getByRole("combobox", { name: "Filter by event" });
  await happened.fill("moved from");
  await happened.press("Enter");
  await expect(happened).toHaveValue("Moved … from … to …");
  await expect(entries(page)).toHaveCount(1);
  await page.getByLabel("Filter by person").selectOption("Freja Ravn");
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Copenhagen" });
  const days = page.getByLabel("Filter by day");
  await days.selectOption("Today");
  await expect(page).toHaveURL(new RegExp(`q=.*action=prospect.status&by=\\d+&from=${today}`));
  await expect(moved).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await textOf(download)).trimEnd().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`,'${name},${prospect.id},`);
  expect(lines[1]).toContain(`moved ${name} from Intro to Intro completed`);

  await page.getByRole("link", { name }).click();
  const record = page.getByRole("dialog", { name });
  await record.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  await expect(page).toHaveURL(`/audit?area=prospects&record=${prospect.id}`);
  await expect(page.getByLabel("Filter by record")).toContainText(name);
  await expect(moved).toBeVisible();
  await page.getByLabel("Filter by area").selectOption("Events");
  await expect(page).toHaveURL("/audit?area=events");
  await page.goBack();
  await page.goBack();
  await moved.getByRole("link", { name: "Whole session" }).click();
  await expect(page).toHaveURL(/\/audit\?session=\d+$/);
  await expect(page.getByLabel("Filter by session")).toHaveValue(/^\d+$/);
  await expect(moved).toBeVisible();
  await page.goBack();
  await days.selectOption("From … to …");
  await page.getByLabel("To", { exact: true }).fill("2026-01-01");
  await expect(page.getByText(`Nothing found for “${name}”`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Export" })).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(page).toHaveURL(/\/audit$/);
  await expect(days).toHaveValue("");
  await expect(entries(page).first()).toBeVisible();
});

test("an administrator sees in the audit log what was refused, also at the address that it had before", async ({
  as,
  people,
}) => {
  const refused = await people.hire("Nanna Nej", "member");
  await expect(people.call(refused, "GET", "/api/audit/1")).rejects.toThrow("403");
  const page = await as(DEMO.admin);
  await page.goto("/admin?tab=security");
  await expect(page).toHaveURL("/audit?tab=refused");
  await expect(entries(page).filter({ hasText: "Nanna Nej" })).toContainText("audit.read");
  await page.getByLabel("Filter by kind").selectOption("Wrong signature");
  await expect(page).toHaveURL("/audit?tab=refused&kind=signature_wrong");
  await page.getByRole("link", { name: "Changes" }).click();
  await expect(page).toHaveURL("/audit");
  await expect(entries(page).first()).toBeVisible();
  const signedIn = entries(page).filter({ hasText: /signed in$/ });
  await expect(signedIn).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Show sign-ins" }).click();
  await expect(page).toHaveURL("/audit?signIns=1");
  await expect(signedIn.first()).toBeVisible();
});

test("the audit log is under More on phones, also in Danish", async ({ as, people }) => {
  const reader = await people.hire("Dagny Dansk", "officer");
  await people.call(reader, "PATCH", "/api/user/language", { language: "da" });
  const page = await as(reader);
  await page.setViewportSize(WIDTHS[1]);
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Mere" }).click();
  await page.getByRole("menuitem", { name: "Hændelseslog" }).click();
  await expect(page.getByRole("heading", { name: "Hændelseslog", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Filtre" }).click();
  await page.getByRole("combobox", { name: "Filtrer efter hændelse" }).fill("tilføjede brugeren");
  await page.getByRole("option", { name: "Tilføjede brugeren …", exact: true }).click();
  await expect(entries(page).first()).toContainText("tilføjede brugeren");
});

test("an administrator creates a backup, which is verified and recorded; a failed one is reported", async ({
  as,
  watch,
}) => {
  watch.expect(/status of 503 /, /ERR_/);
  const page = await as(DEMO.admin);
  await page.goto("/admin?tab=backup");
  const panel = page.getByRole("region", { name: "System Backup" });
  await expect(panel.getByText("Ready")).toBeVisible();
  await expect(panel.getByRole("list", { name: "In the backup" }).getByRole("listitem")).toHaveText([
    /^Users & Authentication.*\(Critical\)$/,
    /^Members & RolesContracts, payments.*\(Critical\)$/,
    /^Prospects & CRM Data\(Critical\)$/,
    /^Tasks & Activities/,
    /^Discord Bot Configuration$/,
    /^System Settings/,
  ]);
  const next = /^Next: to(day|morrow) at \d\d:\d\d\.$/;
  await expect(panel.getByText(next)).toBeVisible();
  const generate = panel.getByRole("button", { name: "Generate Backup" });

  // The request may come before or after this resolves; until then the page shows its progress.
  const paused = Promise.withResolvers<void>();
  await page.route("**/api/backup/export", async (route) => {
    await paused.promise;
    await route.fulfill({ status: 503, body: "down" });
  });
  await reach(page, generate);
  await page.keyboard.press("Enter");
  await expect(panel.getByText("Generating...")).toBeVisible();
  await expect(panel.getByText("Creating backup... 0%")).toBeVisible();
  await expect(panel.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "0");
  paused.resolve();
  await expect(toast(page, "Backup Failed")).toContainText("HTTP 503 Service Unavailable");
  await expect(panel.getByRole("progressbar")).toBeHidden();
  await page.unroute("**/api/backup/export");

  const [download] = await Promise.all([page.waitForEvent("download"), generate.click()]);
  expect(download.suggestedFilename()).toMatch(/^crm-backup-\d{12}\.json$/);
  await expect(toast(page, "Complete Backup Created")).toContainText("checked");
  await expect(panel.getByText(/^Last backup: today at \d\d:\d\d by Astrid Holm, [\d.]+ .B$/)).toBeVisible();
  const whole = await textOf(download);
  const { tables, manifest } = JSON.parse(whole) as {
    tables: unknown[];
    manifest: { tables: number; sha256: string };
  };
  expect(tables).toHaveLength(manifest.tables);
  const sum = panel.getByText(`SHA-256 ${manifest.sha256}`);
  await expect(sum).toBeHidden();
  await panel.getByText("Details", { exact: true }).click();
  await expect(sum).toBeVisible();

  const cut = whole.slice(0, whole.length / 2);
  await page.route("**/api/backup/export", (route) =>
    route.fulfill({ body: cut, contentType: "application/json" }),
  );
  await generate.click();
  await expect(toast(page, "Backup Failed").last()).toContainText("It ended early.");
  await expect(panel.getByText("Ready")).toBeVisible();
});
