import type { Page } from "@playwright/test";
import { audit, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { suffix } from "./lib/discord.ts";
import { DEMO } from "./lib/people.ts";
import { addProspect, expectStored } from "./lib/prospects.ts";
import { expect, test } from "./lib/test.ts";

const palette = (page: Page, name = "Search") => page.getByRole("dialog", { name, exact: true });
const options = (page: Page) => page.getByRole("option");

/** The row that Enter opens, as assistive technology is told. */
const active = (page: Page) => page.getByRole("option", { selected: true });

async function expectActive(page: Page, name: string | RegExp): Promise<void> {
  await expect(active(page)).toHaveCount(1);
  await expect(active(page)).toContainText(name);
  const id = await page.getByRole("combobox").getAttribute("aria-activedescendant");
  expect(id).toBe(await active(page).getAttribute("id"));
}

test("an officer finds a prospect in spite of a typo, opens it, assigns one to themselves and reads the shortcuts, without a mouse", async ({
  as,
  people,
}) => {
  const tobias = await addProspect(people, "Tobias Palette");
  const name = tobias.displayName;
  const page = await as(DEMO.officer);
  const { keyboard } = page;
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const search = page.getByRole("button", { name: "Search" });
  await expect(search).toContainText(/Ctrl K|⌘ K/);
  await search.focus();
  await keyboard.press("Control+k");
  await expect(palette(page)).toBeVisible();
  await expectActive(page, "Say when you are away");
  await audit(page, "the palette before the first letter");
  await keyboard.type("tobais palete");
  await expectActive(page, name);
  await expect(page.getByRole("option", { name: `Assign ${name} to me` })).toBeVisible();
  await audit(page, "what the palette finds");
  await keyboard.press("ArrowDown");
  await expectActive(page, `Assign ${name} to me`);
  await keyboard.press("ArrowUp");
  await keyboard.press("Enter");
  await expect(palette(page)).toBeHidden();
  await expect(page.getByRole("dialog", { name })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/crm\\?.*prospect=${tobias.id}`));

  // Keys of the page do nothing in a dialog, and a single one opens the palette outside of it.
  await keyboard.press("/");
  await expect(palette(page)).toBeHidden();
  await keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await keyboard.press("/");
  await expect(palette(page)).toBeVisible();
  await expectActive(page, name);
  await keyboard.type(`>assign ${name}`);
  await expectActive(page, `Assign ${name} to me`);
  await keyboard.press("Enter");
  await expect(toast(page, "Assignee changed")).toBeVisible();
  await expectStored(people, tobias.id, { assignedTo: await people.memberId(DEMO.officer) });

  await keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(list.getByRole("heading", { name: "Organization" })).toBeVisible();
  await audit(page, "the shortcuts");
  await list.getByRole("switch").focus();
  await keyboard.press("Space");
  await keyboard.press("Escape");
  await keyboard.press("g");
  await keyboard.press("d");
  await keyboard.press("Control+k");
  await keyboard.type(">keyboard");
  await keyboard.press("Enter");
  await expect(page).toHaveURL(/\/crm/);
  await list.getByRole("switch").focus();
  await keyboard.press("Space");
  await keyboard.press("Escape");
  await keyboard.press("g");
  await keyboard.press("d");
  await expect(page).toHaveURL(/\/dashboard/);
  await keyboard.press("n");
  await keyboard.press("e");
  await expect(page.getByRole("dialog", { name: "New event" })).toBeVisible();
});

test("a member searches on a phone in Danish, finds no prospect and no page beyond their permissions, and clears a search without results", async ({
  as,
  people,
}) => {
  const name = (await addProspect(people, "Signe Skjult")).displayName;
  const member = await people.hire("Palle Palet", "member");
  await people.call(member, "PATCH", "/api/user/language", { language: "da" });
  const title = `Øremærket hangarplads ${suffix()}`;
  const wish = { title, description: "Til alle.", priority: "low", category: "feature" };
  const { id } = await people.call<{ id: number }>(member, "POST", "/api/wishes", wish);
  const page = await as(member);
  await page.setViewportSize(WIDTHS[1]);
  await page.goto("/organization?tab=events");
  await page.getByRole("button", { name: "Søg…" }).click();
  await expect(palette(page, "Søg")).toBeVisible();
  await expect(options(page).filter({ hasText: "Organisation" }).first()).toBeVisible();
  await expect(options(page).filter({ hasText: "CRM" })).toHaveCount(0);
  await audit(page, "the palette on a phone", [WIDTHS[1]]);
  const field = page.getByRole("combobox");
  await field.fill(name);
  await expect(page.getByText(`Intet hedder “${name}”`)).toBeVisible();
  await audit(page, "nothing found", [WIDTHS[1]]);
  await page.getByRole("button", { name: "Ryd" }).click();
  await expect(field).toBeFocused();
  await field.fill("oremarket");
  await options(page).filter({ hasText: title }).click();
  await expect(page).toHaveURL(new RegExp(`wish=${id}`));
});
