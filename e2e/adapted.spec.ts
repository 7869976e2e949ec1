import type { Locator } from "@playwright/test";
import { CrmPage } from "./lib/crm-page.ts";
import { reach } from "./lib/keyboard.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

/** Waits until a colour of one element differs from that of another. */
async function expectOther(
  property: "color" | "background-color",
  one: Locator,
  other: Locator,
): Promise<void> {
  const colour = await other.evaluate(
    (each, name) => getComputedStyle(each).getPropertyValue(name),
    property,
  );
  await expect(one).not.toHaveCSS(property, colour);
}

test("a dialog scrolls as a whole at 400 % zoom, and every field and button can be scrolled into view", async ({
  as,
}) => {
  const page = await as(DEMO.officer);
  await page.setViewportSize({ width: 320, height: 225 });
  const crm = new CrmPage(page);
  await crm.open("tab=team&view=list");
  await page.getByRole("button", { name: "Add prospect" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add prospect" });
  await expect(dialog.getByLabel("Name", { exact: true })).toBeFocused();
  await expect(dialog.getByLabel("Name", { exact: true })).toBeInViewport({ ratio: 1 });
  const save = dialog.getByRole("button", { name: "Add prospect" });
  await expect(save).not.toBeInViewport();
  await reach(page, save);
  await expect(save).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole("heading", { name: "Add prospect" })).not.toBeInViewport();
  const { width, content } = await dialog.evaluate((each) => ({
    width: each.clientWidth,
    content: each.scrollWidth,
  }));
  expect(content, "nothing scrolls sideways").toBe(width);
});

test("forced colours show what is chosen, switched on and blocked", async ({ as }) => {
  const page = await as(DEMO.admin);
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await page.goto("/discord-bots?bot=1&tab=files");
  const tabs = page.getByRole("navigation", { name: "Parts of CRM Bot" });
  await expectOther(
    "background-color",
    tabs.getByRole("link", { name: "Files" }),
    tabs.getByRole("link", { name: "Logs" }),
  );
  const manager = page.getByRole("dialog", { name: "CRM Bot" });
  const blocked = manager.getByRole("button", { name: "Save", disabled: true });
  await expectOther("color", blocked, manager.getByRole("button", { name: "New file" }));

  await page.goto("/account");
  const theme = page.getByRole("radiogroup", { name: "Theme" });
  const label = (name: string) => theme.locator("label").filter({ hasText: name });
  await expectOther("background-color", label("System"), label("Dark"));

  await page.goto("/discord-bots");
  const card = page.getByRole("article", { name: "CRM Bot" });
  const track = card.getByRole("switch").locator("[aria-hidden]");
  await expectOther("background-color", track.locator("span"), track);
});
