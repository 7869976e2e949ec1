import type { Page } from "@playwright/test";
import { audit, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { headCount, join } from "./lib/discord.ts";
import { reach } from "./lib/keyboard.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

const preview = (page: Page) => page.getByRole("region", { name: "Preview" });
const mappings = (page: Page) => page.getByRole("region", { name: "Discord Role Priority" });

const row = (page: Page, name: string) =>
  page.locator("li[data-row]").filter({ has: page.getByRole("link", { name, exact: true }) });

/** Opens the mapping of the onboarding team, ticks or unticks a Discord role, and saves. */
async function map(page: Page, discordRole: string, isOn: boolean): Promise<void> {
  await page.getByRole("button", { name: "Edit the Discord roles of Onboarding Team" }).click();
  const dialog = page.getByRole("dialog", { name: "Discord Role Mapping" });
  await dialog.getByRole("checkbox", { name: discordRole }).setChecked(isOn);
  await dialog.getByRole("button", { name: "Save Mapping" }).click();
  await expect(toast(page, "Mapping saved")).toBeVisible();
  await expect(dialog).toBeHidden();
}

async function sync(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sync Discord roles" }).click();
  await expect(toast(page, "Discord roles synced")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
}

test("an administrator maps a Discord role, previews the changes, and confirms a sync that takes roles from many people", async ({
  as,
}) => {
  const count = Math.ceil((await headCount()) / 9) + 3;
  const people = [];
  for (let at = 0; at < count; at += 1) people.push(await join(`Pia Pilot ${at}`, ["🚀 Pilot"]));
  const page = await as(DEMO.admin);
  await page.goto("/admin?tab=discord");
  await expect(page.getByRole("heading", { name: "Admin", level: 1 })).toBeVisible();
  await sync(page);
  await expect(preview(page).getByText("A sync would change nothing right now.")).toBeVisible();

  await map(page, "🚀 Pilot", true);
  await expect(mappings(page).getByText("@🚀 Pilot")).toBeVisible();
  await expect(preview(page).getByText(`+${count}`)).toBeVisible();
  await expect(preview(page).getByRole("listitem").filter({ hasText: "now gives" })).toContainText(
    "No roleOnboarding Team",
  );
  await sync(page);

  await map(page, "🚀 Pilot", false);
  const brake = page.getByRole("alert").filter({ hasText: "would lose a role" });
  await expect(brake).toContainText(`${count} of `);
  const group = preview(page)
    .getByRole("listitem")
    .filter({ hasText: `−${count}` });
  await expect(group).toContainText("@🚀 Pilot no longer gives Onboarding Team. Astrid Holm removed it");
  await reach(page, group.getByRole("button", { name: `Show names: ${count}` }));
  await page.keyboard.press("Enter");
  await expect(group.getByText(people[0]?.name ?? "").last()).toBeVisible();
  await audit(page, "the brake");
  await sync(page);
  await expect(brake).toBeVisible();

  const confirm = brake.getByRole("button", { name: `Confirm losses: ${count}` });
  await confirm.click();
  await expect(toast(page, "Discord roles synced")).toContainText(`Roles changed: ${count}`);
  await expect(brake).toBeHidden();
  await expect(preview(page).getByText("A sync would change nothing right now.")).toBeVisible();
});

test("a mapping can be changed on a phone, also in Danish", async ({ as, people }) => {
  const reader = await people.hire("Dorte Dansk", "administrator");
  await people.call(reader, "PATCH", "/api/user/language", { language: "da" });
  const page = await as(reader);
  await page.setViewportSize(WIDTHS[1]);
  await page.goto("/admin?tab=discord");
  await page.getByRole("button", { name: "Rediger Discord-rollerne for Member" }).click();
  const dialog = page.getByRole("dialog", { name: "Discord-rolletilknytning" });
  await expect(dialog.getByRole("checkbox", { name: "Crew" })).toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: "⚓ Event" })).toHaveCount(2);
  const gives = dialog.getByRole("switch", { name: "Giv også i Discord: Crew" });
  await gives.click();
  await expect(gives).toBeChecked();
  await audit(page, "a mapping", [WIDTHS[1]]);
  await dialog.getByRole("button", { name: "Gem tilknytning" }).click();
  await expect(toast(page, "Tilknytning gemt")).toBeVisible();
  await expect(page.getByText("gives også i Discord")).toBeVisible();
  await page.getByRole("button", { name: "Rediger Discord-rollerne for Member" }).click();
  await dialog.getByRole("switch", { name: "Giv også i Discord: Crew" }).click();
  await dialog.getByRole("button", { name: "Gem tilknytning" }).click();
  await expect(dialog).toBeHidden();
});

test("roles are put in order by keys, menu and dragging, and the order is saved as a whole", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/status of 409 .*\/api\/roles\/\d+\/order$/);
  const page = await as(DEMO.admin);
  await page.goto("/admin?tab=roles");
  const names = () => page.locator("li[data-row] h2").allTextContents();
  await expect(row(page, "Recruiter")).toBeVisible();
  const before = await names();
  const place = (name: string) => before.indexOf(name);
  const grip = page.getByRole("button", { name: "Move Recruiter: Alt and the arrow keys" });
  await reach(page, grip);
  await page.keyboard.press("Alt+ArrowUp");
  await expect(grip).toBeFocused();
  await expect.poll(async () => (await names()).indexOf("Recruiter")).toBe(place("Recruiter") - 1);
  await audit(page, "an order that is not saved");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(names).toEqual(before);

  await row(page, "Recruiter").getByRole("button", { name: "More for Recruiter" }).click();
  await page.getByRole("menuitem", { name: "Move up" }).click();
  await expect(page.getByRole("button", { name: "Save Priority Order" })).toBeVisible();
  await grip.hover();
  await page.mouse.down();
  const top = await row(page, "Officer").boundingBox();
  await page.mouse.move((top?.x ?? 0) + 20, (top?.y ?? 0) + 20, { steps: 8 });
  await page.mouse.up();
  await expect.poll(async () => (await names()).indexOf("Recruiter")).toBe(1);
  // dnd-kit swallows clicks for a moment after a drop (@dnd-kit/core 6.3.1: 50 ms), which no hand is quick enough for.
  await expect(async () => {
    await page.getByRole("button", { name: "Save Priority Order" }).click();
    await expect(toast(page, "Priorities updated")).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(page.getByRole("button", { name: "Save Priority Order" })).toBeHidden();
  await page.goto("/admin?tab=discord");
  const mapped = page.getByRole("region", { name: "Discord Role Priority" }).getByRole("row");
  await expect(mapped.nth(2)).toContainText("Recruiter");
  await page.getByRole("link", { name: "Change the order" }).click();
  await expect.poll(async () => (await names()).indexOf("Recruiter")).toBe(1);

  // Another administrator is faster.
  const stored = await people.call<{ id: number; name: string }[]>(DEMO.admin, "GET", "/api/roles/1");
  const restored = before.map((name) => stored.find((role) => role.name === name)?.id);
  await grip.focus();
  await page.keyboard.press("Alt+ArrowDown");
  await page.route("**/api/roles/1/order", async (route) => {
    await people.call(DEMO.admin, "PUT", "/api/roles/1/order", { roles: restored });
    await route.continue();
  });
  await page.getByRole("button", { name: "Save Priority Order" }).click();
  await expect(toast(page, "Update failed")).toBeVisible();
  await expect.poll(names).toEqual(before);
});
