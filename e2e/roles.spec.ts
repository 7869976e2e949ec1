import type { Page } from "@playwright/test";
import { audit, WIDE, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { suffix } from "./lib/discord.ts";
import { expectFocusIn, reach } from "./lib/keyboard.ts";
import { DEMO } from "./lib/people.ts";
import { countPresses } from "./lib/presses.ts";
import { expect, test } from "./lib/test.ts";

const row = (page: Page, name: string) =>
  page.locator("li[data-row]").filter({ has: page.getByRole("link", { name, exact: true }) });

test("an administrator creates a role and a permission, changes both, and deletes a role that is in use", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/status of 409 .*\/api\/roles\/\d+$/);
  const end = suffix();
  const name = `Fleet ${end}`;
  const page = await as(DEMO.admin);
  await page.goto("/admin?tab=roles");
  const presses = await countPresses(page);
  await page.getByRole("button", { name: "Create Role" }).click();
  const form = page.getByRole("dialog", { name: "Create New Role" });
  await form.getByRole("button", { name: "Create Role" }).click();
  await expect(form.getByText("Name is required")).toBeVisible();
  await form.getByLabel("Description").fill("Fuel and cargo");
  await form.getByLabel("Role Name").fill(name);
  await form.getByRole("checkbox", { name: "See members" }).check();
  await form.getByRole("checkbox", { name: "Use tools" }).check();
  await audit(page, "a new role", WIDE);
  await form.getByRole("button", { name: "Create Role" }).click();
  await expect(toast(page, "Role created")).toBeVisible();
  await expect(row(page, name)).toContainText("See members");
  const editor = page.getByRole("dialog", { name: "Edit Role" });
  const mapping = page.getByRole("dialog", { name: "Discord Role Mapping" });
  await mapping.getByRole("checkbox", { name: "Guest" }).check();
  await expect(mapping.getByRole("status")).toHaveText(new RegExp(`^People who get ${name}: \\d+\\.`));
  // To save is one more; the refused try and the second permission are two that nobody needs.
  expect(presses()).toBe(6);
  await audit(page, "the mapping of a role", WIDE);
  await mapping.getByRole("button", { name: "Cancel" }).click();
  await expect(mapping).toBeHidden();
  await editor.getByRole("button", { name: `Edit the Discord roles of ${name}` }).click();
  await mapping.getByRole("button", { name: "Cancel" }).click();
  await expect(mapping).toBeHidden();
  await expectFocusIn(editor);
  await page.keyboard.press("Escape");

  const holder = await people.hire("Hilda Holder", name);
  await expect(row(page, name).getByText("1 person")).toBeAttached();
  await page.getByLabel("Search role or permission").fill(name);
  await expect(page.locator("li[data-row]")).toHaveCount(1);
  await reach(page, page.getByRole("link", { name, exact: true }));
  await page.keyboard.press("Enter");
  await expectFocusIn(editor);
  await editor.getByRole("checkbox", { name: "Use tools" }).press("Space");
  await expect(editor.getByText("People who lose Use tools at once: 1.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();

  const [role] = (
    await people.call<{ id: number; name: string }[]>(DEMO.admin, "GET", "/api/roles/1")
  ).filter((each) => each.name === name);
  await people.call(DEMO.admin, "PUT", `/api/roles/${role?.id}`, { description: "Somebody else's words" });
  await editor.getByRole("button", { name: "Update Role" }).click();
  await expect(editor.getByText("Somebody else's words")).toBeVisible();
  await editor.getByRole("button", { name: "Keep mine" }).click();
  await expect(toast(page, "Role updated")).toBeVisible();
  await expect(row(page, name)).toContainText("Somebody else's words");
  await expect(row(page, name)).not.toContainText("Use tools");

  await row(page, name)
    .getByRole("button", { name: `More for ${name}` })
    .click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: `Delete the role ${name}?` });
  await expect(question.getByText(`Held by ${holder.displayName}.`)).toBeVisible();
  await question.getByLabel("New role").selectOption("Recruiter");
  await audit(page, "deleting a role in use", WIDE);
  await question.getByRole("button", { name: "Move and delete" }).click();
  await expect(toast(page, "Role deleted")).toBeVisible();
  await expect(page.getByText(`Nothing found for “${name}”`)).toBeVisible();
  const user = await people.call<{ role: string }>(holder, "GET", "/api/user");
  expect(user.role).toBe("Recruiter");
});

test("a permission of the organization's own is added, edited, given to a role by one press, and deleted", async ({
  as,
  watch,
}) => {
  watch.expect(/status of 409 .*\/api\/permissions$/);
  const id = `custom.roster_${suffix().replaceAll(/[^a-z0-9]/g, "")}`;
  const page = await as(DEMO.admin);
  await page.goto("/admin?tab=permissions");
  await page.getByRole("button", { name: "Add Permission" }).click();
  const form = page.getByRole("dialog", { name: "Create New Permission" });
  await form.getByLabel("Permission ID").fill("Custom!");
  await form.getByLabel("Display Name").fill(`Roster ${id}`);
  await form.getByRole("button", { name: "Create Permission" }).click();
  await expect(form.getByText("Only lowercase letters, numbers, dots and underscores allowed")).toBeVisible();
  await form.getByLabel("Permission ID").fill("admin.users");
  await form.getByRole("button", { name: "Create Permission" }).click();
  await expect(
    form.getByText("There is a permission with the id admin.users already.").first(),
  ).toBeVisible();
  await form.getByLabel("Permission ID").fill(id);
  await form.getByRole("button", { name: "Create Permission" }).click();
  await expect(toast(page, "Permission created")).toBeVisible();

  await page.getByLabel("Search permissions").fill(id);
  await page.getByRole("button", { name: `More for Roster ${id}` }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Permission" });
  await expect(edit.getByLabel("Permission ID")).toBeDisabled();
  await edit.getByLabel("Display Name").fill(`Fleet ${id}`);
  await edit.getByRole("button", { name: "Update Permission" }).click();
  await expect(toast(page, "Permission updated")).toBeVisible();
  await page.getByRole("link", { name: `Fleet ${id}` }).click();
  const holders = page.getByRole("dialog", { name: `Fleet ${id}` });
  await expect(holders.getByText("always holds every permission")).toBeVisible();
  await audit(page, "holders", [WIDTHS[1]]);
  await page.keyboard.press("Escape");
  const cell = page.getByRole("checkbox", { name: `Recruiter: Fleet ${id}` });
  await cell.check();
  await expect(toast(page, "Recruiter")).toContainText(`Fleet ${id} at once: `);
  await page.reload();
  await expect(cell).toBeChecked();
  await audit(page, "the matrix of permissions");
  await cell.uncheck();
  await toast(page, "Recruiter").getByRole("button", { name: "Undo" }).click();
  await expect(cell).toBeChecked();
  await page.setViewportSize(WIDTHS[1]);
  await page.getByLabel("Role", { exact: true }).selectOption("Officer");
  await expect(page.getByRole("checkbox")).toHaveCount(1);
  await expect(page.getByRole("checkbox", { name: `Officer: Fleet ${id}` })).not.toBeChecked();
  await page.getByLabel("Role", { exact: true }).selectOption("Recruiter");
  await cell.uncheck();
  await expect(toast(page, "Recruiter").last()).toContainText("lose");
  await page.getByRole("button", { name: `More for Fleet ${id}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  // The second of two quick clicks at one place is a stray one.
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  await expect(async () => {
    if (await question.isVisible()) await question.getByRole("button", { name: "Delete" }).click();
    await expect(question).toBeHidden({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByText(`Nothing found for “${id}”`)).toBeVisible();
});

test("roles and permissions are in Danish, also on phones", async ({ as, people }) => {
  const reader = await people.hire("Rikke Rolle", "administrator");
  await people.call(reader, "PATCH", "/api/user/language", { language: "da" });
  const page = await as(reader);
  await page.goto("/admin?tab=permissions");
  await expect(page.getByRole("link", { name: "Omfordele" })).toBeVisible();
  await page.goto("/admin?tab=roles");
  await expect(row(page, "Recruiter")).toContainText("Tager den første kontakt ");
  await page.setViewportSize(WIDTHS[1]);
  await page.getByRole("link", { name: "Recruiter" }).click();
  const editor = page.getByRole("dialog", { name: "Rediger rolle" });
  await expect(editor.getByLabel("Beskrivelse")).toHaveValue(/^Tager den første kontakt /);
  await expect(editor.getByRole("checkbox", { name: "Omfordele" })).toBeVisible();
  await audit(page, "a role on a phone", [WIDTHS[1]]);
  await page.keyboard.press("Escape");
  await expect(editor).toBeHidden();
  await expect(page.getByRole("link", { name: "Recruiter" })).toBeFocused();
});

test("a role above the reader is read-only, and permissions that the reader lacks are locked", async ({
  as,
  people,
}) => {
  const end = suffix();
  const role = await people.call<{ id: number }>(DEMO.admin, "POST", "/api/roles", {
    name: `Warden ${end}`,
    permissions: ["admin.users", "dashboard.view", "members.read"],
  });
  const order = await people.call<{ id: number; key: string }[]>(DEMO.admin, "GET", "/api/roles/1");
  const others = order.map(({ id }) => id).filter((id) => id !== role.id);
  const below = order.findIndex(({ key }) => key === "crm_manager") + 1;
  await people.call(DEMO.admin, "PUT", "/api/roles/1/order", { roles: others.toSpliced(below, 0, role.id) });
  const warden = await people.hire("Wim Warden", `Warden ${end}`);
  const page = await as(warden);
  await page.goto("/admin?tab=roles");
  await page.getByRole("link", { name: "Officer", exact: true }).click();
  const above = page.getByRole("dialog", { name: "Role" });
  const readOnly = /^This role stands above yours/;
  await expect(above.getByRole("paragraph").filter({ hasText: readOnly })).toBeVisible();
  await expect(above.getByRole("checkbox")).toHaveCount(0);
  await expect(above.getByRole("switch", { name: "Require a second step" })).toHaveAccessibleDescription(
    readOnly,
  );
  await page.getByRole("link", { name: "Recruiter", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Role" });
  await expect(dialog.getByText("You do not hold what is locked").first()).toBeVisible();
  await expect(dialog.getByRole("checkbox")).toHaveCount(3);
  await audit(page, "a role with locks", WIDE);
  await page.goto("/admin?tab=permissions");
  await expect(page.getByRole("checkbox", { name: "Officer: See members" })).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: "Recruiter: See members" })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /^Recruiter: / })).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Add Permission" })).toHaveAttribute("aria-disabled", "true");
  await people.call(DEMO.admin, "POST", `/api/roles/${role.id}/move-members`, { roleId: 6 });
  await people.call(DEMO.admin, "DELETE", `/api/roles/${role.id}`);
});
