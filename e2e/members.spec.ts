import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { audit, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { reach } from "./lib/keyboard.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";
import { SESSION_ENDED } from "./lib/watch.ts";

const table = (page: Page) => page.getByRole("table", { name: "Members" });
const profile = (page: Page, name: string) => page.getByRole("dialog", { name });

test("an officer finds a recruiter, changes the role, takes access away and gives it back", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(...SESSION_ENDED);
  const recruiter = await people.hire("Rolf Recruiter", "recruiter");
  const name = recruiter.displayName;
  const theirs = await as(recruiter);
  await theirs.goto("/members");
  await expect(theirs.getByRole("heading", { name: "Members", level: 1 })).toBeVisible();

  const page = await as(DEMO.officer);
  await page.goto("/dashboard");
  await page.getByRole("navigation").getByRole("link", { name: "Members" }).click();
  await expect(page.getByText(/^\d+ active, \d+ inactive$/)).toBeVisible();
  await page.getByLabel("Search name or Discord id").fill("Nobody of this name");
  await expect(page.getByText("Nobody matches")).toBeVisible();
  await page.getByLabel("Search name or Discord id").fill(name);
  await page.getByRole("combobox", { name: "Status" }).selectOption("Active");
  const row = table(page).getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Recruiter");
  await expect(page).toHaveURL(/q=Rolf.*status=active/);

  await reach(page, row.getByRole("link", { name }));
  await page.keyboard.press("Enter");
  const panel = profile(page, name);
  await expect(panel.getByRole("heading", { name })).toBeFocused();
  await expect(panel.getByText("Joined as Recruiter")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(row.getByRole("link", { name })).toBeFocused();
  await page.keyboard.press("Enter");

  await panel.getByRole("button", { name: "Change role" }).click();
  const form = page.getByRole("dialog", { name: "Change role" });
  const changed = toast(page, "Role changed to CRM Manager");
  await form.getByLabel("Role").selectOption("CRM Manager");
  await form.getByRole("button", { name: "Change role" }).click();
  await expect(row).toContainText("CRM Manager");
  await changed.getByRole("button", { name: "Undo" }).click();
  await expect(row).toContainText("Recruiter");
  await panel.getByRole("button", { name: "Change role" }).click();
  await form.getByLabel("Role").selectOption("CRM Manager");
  await form.getByRole("button", { name: "Change role" }).click();
  await changed.getByRole("button", { name: "Dismiss" }).click();
  await expect(panel.getByText("Role changed from Recruiter to CRM Manager by Freja Ravn")).toBeVisible();
  await expect(panel.getByText(/^Role changed/)).toHaveCount(1);

  await panel.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Set inactive" }).click();
  const question = page.getByRole("alertdialog", { name: `Set ${name} inactive?` });
  await question.getByRole("button", { name: "Set inactive" }).click();
  await expect(panel.getByText("Inactive: no access.")).toBeVisible();
  await expect(theirs.getByRole("dialog", { name: "Sign in again" })).toBeVisible();
  await panel.getByRole("button", { name: "Set active" }).click();
  await expect(panel.getByText("Status changed from Inactive to Active by Freja Ravn")).toBeVisible();
  const again = theirs.getByRole("dialog", { name: "Sign in again" });
  await again.getByLabel("Password").fill(recruiter.password);
  await again.getByRole("button", { name: "Sign in" }).click();
  await expect(again).toBeHidden();
  await expect(table(theirs).getByRole("row").nth(1)).toBeVisible();
});

test("arrow keys move through the list, and members above the reader cannot be changed", async ({ as }) => {
  const page = await as(DEMO.officer);
  await page.goto("/members?sort=joined");
  const names = table(page).getByRole("link");
  const [first = "", second = ""] = await names
    .first()
    .waitFor()
    .then(() => names.allTextContents());
  await names.first().click();
  await expect(profile(page, first).getByRole("heading", { name: first })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(profile(page, second).getByRole("heading", { name: second })).toBeFocused();
  await page.getByRole("button", { name: "Previous in the list" }).click();
  await expect(profile(page, first)).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();

  await names.first().click();
  await page.setViewportSize(WIDTHS[1]);
  await expect(page.getByRole("heading", { name: first, level: 1 })).toBeFocused();
  await page.setViewportSize(WIDTHS[0]);
  await expect(profile(page, first).getByRole("heading", { name: first })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  await page.goto("/members?q=Astrid Holm");
  await table(page).getByRole("link", { name: "Astrid Holm" }).click();
  const panel = profile(page, "Astrid Holm");
  await expect(
    panel.getByText("Astrid Holm holds a role as high as yours or higher.").first(),
  ).toBeAttached();
  await panel.getByRole("button", { name: "Actions for Astrid Holm" }).click();
  const refused = page.getByRole("menuitem", { name: /^Set inactive/ });
  await expect(refused).toHaveAttribute("aria-disabled", "true");
});

test("an administrator filters members who never signed in, exports the list, sees why a member may do what, and ends their sessions", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(...SESSION_ENDED);
  const una = await people.hire("Una Unseen", "recruiter");
  const { displayName: name } = una;
  const page = await as(DEMO.admin);
  await page.goto("/members");
  await page.getByRole("combobox", { name: "Sign-in" }).selectOption("Never signed in");
  await expect(page).toHaveURL(/signedIn=0/);
  await expect(table(page).getByRole("link", { name: "Astrid Holm" })).toBeHidden();
  // A sync may have added more people than the first page of the list shows.
  await page.getByLabel("Search name or Discord id").fill("Una Unseen");
  await expect(table(page).getByRole("link", { name })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^members-\d{4}-\d\d-\d\d\.csv$/);
  const csv = readFileSync(await download.path(), "utf8");
  expect(csv).toContain(name);
  expect(csv).not.toContain("Astrid Holm");

  await table(page).getByRole("link", { name }).click();
  const panel = profile(page, name);
  await reach(page, panel.getByRole("tab", { name: "Timeline" }));
  await page.keyboard.press("ArrowRight");
  await expect(
    panel.getByText(/^Recruiter holds these permissions\. Given by Astrid Holm on /),
  ).toBeVisible();
  await expect(panel.getByRole("list", { name: "Permissions" })).toContainText("prospects.write");
  await expect(page).toHaveURL(/show=permissions/);
  await audit(page, "permissions");

  await panel.getByRole("tab", { name: "Sessions" }).click();
  await expect(panel.getByText("Not signed in anywhere")).toBeVisible();
  const theirs = await as(una);
  await theirs.goto("/members");
  await page.reload();
  await audit(page, "sessions of a member", [WIDTHS[1]]);
  await panel.getByRole("link", { name: /^What it did: the session on / }).click();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveText(new RegExp(`${name} signed in`));
  await expect(page).toHaveURL(/\/audit\?session=\d+$/);
  await page.goBack();
  const more = panel.getByRole("button", { name: `Actions for ${name}` });
  await more.click();
  await page.getByRole("menuitem", { name: "End sessions" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "End sessions" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End sessions" }).click();
  await expect(panel.getByText("Not signed in anywhere")).toBeVisible();
  await expect(theirs.getByRole("dialog", { name: "Sign in again" })).toBeVisible();
});

test("a profile is a page of its own on phones, also in Danish", async ({ as, people }) => {
  const reader = await people.hire("Dagmar Dansk", "officer");
  await people.call(reader, "PATCH", "/api/user/language", { language: "da" });
  const page = await as(reader);
  await page.setViewportSize(WIDTHS[1]);
  await page.goto("/members?q=Mikkel");
  await page.getByRole("link", { name: "Mikkel Toft" }).click();
  await expect(page.getByRole("heading", { name: "Mikkel Toft", level: 1 })).toBeFocused();
  await expect(page.getByRole("button", { name: "Skift rolle" })).toBeVisible();
  await page.getByRole("button", { name: "Tilbage til listen" }).click();
  await expect(page.getByRole("heading", { name: "Medlemmer", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Mikkel Toft" })).toBeFocused();
});

test("axe finds no violation on a profile, and on a search without a match", async ({ as }) => {
  const page = await as(DEMO.officer);
  await page.goto("/members?q=Mikkel");
  await page.getByRole("link", { name: "Mikkel Toft" }).click();
  await expect(page.getByRole("region", { name: "Timeline" }).getByRole("listitem").first()).toBeVisible();
  await audit(page, "profile", WIDTHS);
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByLabel("Search name or Discord id").fill("Nobody of this name");
  await expect(page.getByText("Nobody matches")).toBeVisible();
  await audit(page, "no match");
});

test("a member reads the roster and the fleet, which open no profile", async ({ as }) => {
  const page = await as(DEMO.member);
  await page.goto("/members");
  await page.getByRole("textbox", { name: "Search name" }).fill("Freja");
  const freja = table(page).getByRole("row").filter({ hasText: "Freja Ravn" });
  await expect(freja).toContainText("Officer");
  await expect(table(page).getByRole("link")).toHaveCount(0);
  await audit(page, "the roster");
  await page.goto("/organization?tab=fleet");
  const ships = page.getByRole("table", { name: "Ships and owners" });
  await expect(ships.getByRole("row").nth(1)).toBeVisible();
  await ships.getByRole("button", { expanded: false }).first().click();
  await expect(ships.getByRole("link")).toHaveCount(0);
  await audit(page, "the fleet to a member");
});
