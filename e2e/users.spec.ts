import type { Page } from "@playwright/test";
import { audit, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { suffix } from "./lib/discord.ts";
import { expectFocusIn, reach } from "./lib/keyboard.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";
import { SESSION_ENDED } from "./lib/watch.ts";

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("an administrator adds a user, who signs in by a password link, and then deactivates and deletes them", async ({
  as,
  leave,
  watch,
}) => {
  watch.expect(...SESSION_ENDED);
  watch.expect(/status of 410 .*\/api\/password-link$/);
  const end = suffix();
  const [username, name] = [`nova.${end}`, `Nova ${end}`];
  const page = await as(DEMO.admin);
  await page.goto("/admin");
  await expect(
    page.getByText(/^\d+ active, \d+ inactive(, \d+\+? without a role at the end)?$/),
  ).toBeVisible();
  await page.getByRole("button", { name: "Add User" }).click();
  const form = page.getByRole("dialog", { name: "Add User" });
  const field = (label: string) => form.getByLabel(label, { exact: true });
  await field("E-mail (optional)").fill("nowhere");
  await form.getByRole("button", { name: "Add User" }).click();
  const mistakes = {
    Username: "Username must be at least 3 characters",
    "Display name": "Display name is required",
    "E-mail (optional)": "Invalid email address",
    Password: /^Password must be at least 6 characters/,
    Role: "Role is required",
  };
  for (const [label, text] of Object.entries(mistakes)) {
    await expect(field(label)).toHaveAccessibleDescription(text);
  }
  await audit(page, "add user", WIDTHS);
  await field("Username").fill(username);
  await field("Display name").fill(name);
  await field("E-mail (optional)").fill("nova@example.org");
  await field("Password").fill("a-long-way-home");
  await field("Role").selectOption("Recruiter");
  await field("Role").press("Enter");
  await form.getByRole("button", { name: "Add User" }).click();
  await expect(toast(page, "User added")).toContainText(name);

  await page.getByLabel("Search name or Discord id").fill(username);
  const row = rowOf(page, name);
  await expect(row).toContainText("nova@example.org");
  await expect(row).toContainText("Recruiter");
  await expect(page).toHaveURL(/\/admin\?q=nova/);

  await reach(page, row.getByRole("button", { name: `Actions for ${name}` }));
  await page.keyboard.press("Enter");
  await expectFocusIn(page.getByRole("menu"));
  await page.getByRole("menuitem", { name: "Password link" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: `Password link for ${name}` });
  await dialog.getByRole("button", { name: "Make link" }).click();
  const url = await dialog.getByLabel("Link", { exact: true }).inputValue();
  await audit(page, "password link", [WIDTHS[0]]);
  await dialog.getByRole("button", { name: "Close" }).first().click();

  const theirs = await as(null);
  await theirs.goto(url);
  await expect(theirs.getByRole("heading", { name: "Choose a password", level: 1 })).toBeVisible();
  await audit(theirs, "choose a password", WIDTHS);
  await theirs.getByLabel("New password").fill("orbit-7-nine");
  await theirs.keyboard.press("Enter");
  await expect(toast(theirs, "Password saved")).toContainText(`Logged in as ${name}`);
  await expect(theirs).toHaveURL(/\/dashboard$/);
  const late = await as(null);
  await late.goto(url);
  await late.getByLabel("New password").fill("orbit-8-nine");
  await late.getByRole("button", { name: "Save and sign in" }).click();
  await expect(late.getByText(/^This link .+ Ask an administrator for a new one\.$/)).toBeVisible();
  await expect(late.getByRole("link", { name: "Sign in" })).toBeFocused();
  await late.keyboard.press("Enter");
  await expect(late.getByRole("heading", { name: "Sign in", level: 1 })).toBeVisible();
  await leave(late);

  const act = async (label: string) => {
    await row.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: label }).click();
  };
  await act("Set inactive");
  const question = page.getByRole("alertdialog", { name: `Set ${name} inactive?` });
  await question.getByRole("button", { name: "Set inactive" }).click();
  await expect(toast(page, "Status updated")).toContainText(name);
  await expect(theirs.getByRole("dialog", { name: "Sign in again" })).toBeVisible();
  await expect(row).toContainText("Inactive");
  await act("Set active");
  await expect(row).not.toContainText("Inactive");

  await act("Delete user");
  const removal = page.getByRole("dialog", { name: `Delete ${name}?` });
  await removal.getByRole("button", { name: "Delete user" }).click();
  await expect(toast(page, "User deleted")).toContainText(name);
  await expect(removal).toBeHidden();
  await expect(page.getByText("Nobody matches")).toBeVisible();
});

test("a user without a role stands on both addresses, with the same actions, and filters stay in the address", async ({
  as,
  people,
}) => {
  const visitor = await people.register("Vilma Visitor");
  const { displayName: name } = visitor;
  const page = await as(DEMO.admin);
  for (const path of ["/admin?tab=users", "/members"]) {
    await page.goto(path);
    await page.getByRole("combobox", { name: "Status" }).selectOption("Without a role");
    await page.getByLabel("Search name or Discord id").fill(visitor.username);
    await expect(page).toHaveURL(/q=vilma.*status=none|status=none.*q=vilma/);
    const row = rowOf(page, name);
    await row.getByRole("button", { name: `Actions for ${name}` }).click();
    const item = (label: string) => page.getByRole("menuitem", { name: new RegExp(`^${label}`) });
    await expect(item("Change role")).toContainText("has no role yet");
    await expect(item("Change role")).toHaveAttribute("aria-disabled", "true");
    for (const label of ["End sessions", "Delete user"]) {
      await expect(item(label)).not.toHaveAttribute("aria-disabled", "true");
    }
    await audit(page, `without a role, ${path}`);
    await page.keyboard.press("Escape");
  }
  await page.setViewportSize({ width: 768, height: 900 });
  for (const path of ["/admin?tab=users&q=Freja", "/members?q=Freja"]) {
    await page.goto(path);
    const link = rowOf(page, "Freja Ravn").getByRole("link", { name: "Freja Ravn" });
    const cut = await link.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    expect([path, cut]).toEqual([path, false]);
  }
  await page.goto(`/members?status=none&q=${visitor.username}`);
  await rowOf(page, name)
    .getByRole("button", { name: `Actions for ${name}` })
    .click();
  await page.getByRole("menuitem", { name: "Delete user" }).click();
  await page
    .getByRole("dialog", { name: `Delete ${name}?` })
    .getByRole("button", { name: "Delete user" })
    .click();
  await expect(toast(page, "User deleted")).toContainText(name);
});

test("the users page works on a phone in Danish, and users above the reader cannot be changed", async ({
  as,
  people,
}) => {
  const reader = await people.hire("Astrid Anden", "administrator");
  await people.call(reader, "PATCH", "/api/user/language", { language: "da" });
  const page = await as(reader);
  await page.setViewportSize(WIDTHS[1]);
  await page.goto("/admin?tab=users&q=Freja");
  const row = rowOf(page, "Freja Ravn");
  await row.getByRole("button", { name: "Handlinger for Freja Ravn" }).click();
  await page.getByRole("menuitem", { name: "Slet bruger" }).click();
  const question = page.getByRole("dialog", { name: "Slet Freja Ravn?" });
  await expect(question.getByText(/^Stadig på Discord-serveren/)).toBeVisible();
  await audit(page, "delete a user", [WIDTHS[1]]);
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();

  await page.goto(`/admin?tab=users&q=${reader.username}`);
  const own = rowOf(page, reader.displayName);
  await own.getByRole("button", { name: /^Handlinger for/ }).click();
  await expect(page.getByRole("menuitem", { name: /^Slet bruger/ })).toContainText(
    "Du kan ikke ændre dit eget medlemskab.",
  );
});
