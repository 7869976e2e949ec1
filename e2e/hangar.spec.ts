import type { Page } from "@playwright/test";
import { audit, WIDE, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { expectFocusIn, reach } from "./lib/keyboard.ts";
import type { Account, People } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

type Ship = { id: number; name: string };
type Hangar = { path: string; shipId: (name: string) => number };

const card = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, level: 2 }) });

/** Returns a user's hangar from the API. */
async function hangarOf(people: People, owner: Account): Promise<Hangar> {
  const { id } = await people.call<{ id: number }>(owner, "GET", "/api/user");
  const ships = await people.call<Ship[]>(owner, "GET", "/api/uex/ships");
  const shipId = (name: string) => ships.find((ship) => ship.name === name)?.id ?? 0;
  return { path: `/api/uex/user/${id}/ships`, shipId };
}

test("a member adds a ship, finds it, edits it, removes it and puts it back", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/status of 409 /);
  const owner = await people.hire("Halla Hangar", "member");
  const { path, shipId } = await hangarOf(people, owner);
  const page = await as(owner);
  const { keyboard } = page;
  await page.goto("/my-hangar");
  await reach(page, page.getByRole("button", { name: "Add your first ship" }));
  await keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "Add Ship" });
  await expectFocusIn(form);
  await form.getByRole("button", { name: "Add Ship" }).click();
  await expect(form.getByText("Please select a ship")).toBeVisible();
  await form.getByRole("combobox", { name: "Spacecraft" }).click();
  await keyboard.type("drake cater");
  await expect(form.getByRole("option").first()).toHaveText("Caterpillar - Drake Interplanetary");
  await keyboard.press("Enter");
  await expect(form.getByRole("combobox")).toHaveValue("Caterpillar - Drake Interplanetary");
  await form.getByLabel("Acquired on").fill("2026-03-14");
  await form.getByLabel("Notes").fill("Parked at Everus.");
  await form.getByRole("button", { name: "Add Ship" }).click();
  await expect(toast(page, "Ship added to hangar")).toBeVisible();
  const caterpillar = card(page, "Caterpillar");
  await expect(caterpillar).toContainText("14 Mar 2026");

  await people.call(owner, "POST", path, { uexShipId: shipId("M50 Interceptor") });
  await expect(card(page, "M50 Interceptor")).toContainText("N/A");
  await page.getByRole("navigation", { name: "Category" }).getByRole("link", { name: "Racing 1" }).click();
  await expect(caterpillar).toBeHidden();
  await expect(page).toHaveURL(/category=racing/);
  await page.getByRole("link", { name: "Mining 0" }).click();
  await expect(page.getByText("Mining: no ships")).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("textbox", { name: "Search name or maker" }).fill("drake");
  await expect(card(page, "M50 Interceptor")).toBeHidden();

  await reach(page, caterpillar.getByRole("button", { name: "Edit Caterpillar" }));
  await keyboard.press("Enter");
  const edit = page.getByRole("dialog", { name: "Caterpillar" });
  await expectFocusIn(edit);
  await edit.getByLabel("Nickname").fill("Larven");
  await people.call(owner, "PATCH", `${path}/${shipId("Caterpillar")}`, { quantity: 2 });
  await edit.getByRole("button", { name: "Save" }).click();
  await edit.getByRole("button", { name: "Keep mine" }).click();
  await expect(toast(page, "Ship changed")).toBeVisible();
  await expect(caterpillar).toContainText("×2");
  await expect(caterpillar).toContainText("“Larven” · Drake Interplanetary");

  await page.getByRole("button", { name: "Clear search" }).click();
  await reach(page, caterpillar.getByRole("button", { name: "Remove Caterpillar" }));
  await keyboard.press("Enter");
  await expect(toast(page, "Ship removed from hangar")).toBeVisible();
  await expect(caterpillar).toBeHidden();
  await expect(page.getByRole("button", { name: "Edit M50 Interceptor" })).toBeFocused();
  await keyboard.press("F8");
  await keyboard.press("Enter");
  await expect(toast(page, "Ship back in hangar")).toBeVisible();
  await expect(caterpillar).toContainText("Parked at Everus.");
  await expect(caterpillar).toContainText("×2");

  await page.getByRole("button", { name: "Hide from the fleet" }).click();
  await expect(page.getByText("Hidden from the fleet.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Show in the fleet" })).toBeVisible();
  await page.getByRole("link", { name: "List" }).click();
  const rows = page.getByRole("table", { name: "Ships" }).getByRole("row");
  await expect(rows.nth(1)).toContainText("Caterpillar ×2");
  await page.getByRole("button", { name: "Add Ship" }).click();
  await form.getByRole("combobox").fill("cut");
  await expect(
    form.getByRole("option", { name: "Cutlass Black - Drake Interplanetary", exact: true }),
  ).toBeVisible();
  await audit(page, "adding a ship", WIDE);
});

test("a hangar works on a phone in Danish", async ({ as, people }) => {
  const owner = await people.hire("Dagny Dansk", "member");
  await people.call(owner, "PATCH", "/api/user/language", { language: "da" });
  const { path, shipId } = await hangarOf(people, owner);
  for (const name of ["Prospector", "F7C Hornet Mk II"])
    await people.call(owner, "POST", path, { uexShipId: shipId(name), acquiredDate: "2025-11-11" });
  const page = await as(owner);
  await page.setViewportSize(WIDTHS[1]);
  await page.goto("/my-hangar");
  await expect(page.getByText("Vises i flåden.")).toBeVisible();
  await expect(card(page, "Prospector")).toContainText("11. nov. 2025");
  await page.getByRole("button", { name: "Handlinger for Prospector" }).click();
  await page.getByRole("menuitem", { name: "Fjern" }).click();
  await expect(toast(page, "Skib fjernet fra hangaren")).toBeVisible();
  await page.getByRole("button", { name: "Fortryd" }).click();
  await expect(card(page, "Prospector")).toBeVisible();
});
