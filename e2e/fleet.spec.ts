import type { Page } from "@playwright/test";
import { WIDTHS } from "./lib/audit.ts";
import { reach } from "./lib/keyboard.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

const table = (page: Page) => page.getByRole("table", { name: "Ships and owners" });
const rows = (page: Page) => table(page).getByRole("row");
const column = (page: Page, name: string) => table(page).getByRole("columnheader", { name });

/** Some ships of the demo have photos that fail to load; without a provider all do. */
const NO_PHOTO = /status of \d+ .*\/api\/uex\/image-proxy/;

type Catalogue = { id: number; name: string; roles: string[] }[];

test("an officer finds the owners of ships, hides a hangar, and prints the fleet", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(NO_PHOTO);
  // A member of this journey only, whose hangar no other journey changes.
  const hauler = await people.hire("Hanne Hauler", "recruiter");
  const { id: userId } = await people.call<{ id: number }>(hauler, "GET", "/api/user");
  const ships = await people.call<Catalogue>(hauler, "GET", "/api/uex/ships");
  const caterpillar = ships.find(({ name }) => name === "Caterpillar");
  await people.call(hauler, "POST", `/api/uex/user/${userId}/ships`, { uexShipId: caterpillar?.id });

  const page = await as(DEMO.officer);
  await page.goto("/dashboard");
  await page
    .getByRole("navigation", { name: "Main navigation" })
    .getByRole("link", { name: "Organization" })
    .click();
  await expect(page.getByRole("heading", { name: "Organization", level: 1 })).toBeFocused();
  await page
    .getByRole("navigation", { name: "Parts of the organization" })
    .getByRole("link", { name: "Fleet" })
    .click();
  await expect(page.getByRole("region", { name: "Totals" })).toContainText(
    /From \d+ of \d+ members.*\d+ online now, enough to crew \d+ of \d+ ships/,
  );
  await expect(page.getByRole("region", { name: "Gaps" })).toBeVisible();

  await page.getByLabel("Filter by role").selectOption("Cargo");
  await expect(page).toHaveURL(/role=cargo/);
  const shown = rows(page).filter({ hasText: "Caterpillar" }).first();
  await expect(shown).toContainText("Cargo");
  await page.getByLabel("Search ship or owner").fill(hauler.displayName);
  const everyShip = page.getByRole("radio", { name: "Every ship" });
  await everyShip.click();
  await expect(everyShip).toBeChecked();
  await expect(rows(page).filter({ hasText: hauler.displayName })).toContainText("Offline");
  await page.getByLabel("Filter by owner").selectOption("Owner online");
  await expect(page.getByText("No ship matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await expect(page).not.toHaveURL(/role=|online=|q=/);

  await reach(page, column(page, "SCU").getByRole("button"));
  await page.keyboard.press("Enter");
  await expect(column(page, "SCU")).toHaveAttribute("aria-sort", "descending");
  await page.keyboard.press("Enter");
  await expect(column(page, "SCU")).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL(/sort=scu/);

  await page.getByLabel("Search ship or owner").fill(hauler.displayName);
  await expect(rows(page)).toHaveCount(2);
  await people.call(hauler, "PATCH", `/api/uex/user/${userId}/privacy`, { isHidden: true });
  await expect(page.getByText("No ship matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await expect(page.getByText(/Hidden hangars: \d+\./)).toBeVisible();

  await page.goto("/organization?tab=fleet");
  await expect(rows(page).nth(1)).toBeVisible();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByLabel("Search ship or owner")).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Main navigation" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Add my ship" })).toBeHidden();
  await expect(rows(page).last()).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    "rgb(255, 255, 255)",
  );
});

test("the fleet is a list on phones, also in Danish", async ({ as, people, watch }) => {
  watch.expect(NO_PHOTO);
  const reader = await people.hire("Flemming Fleet", "officer");
  await people.call(reader, "PATCH", "/api/user/language", { language: "da" });
  const page = await as(reader);
  await page.setViewportSize(WIDTHS[1]);
  await page.goto("/organization?tab=fleet&role=cargo");
  await expect(page.getByRole("heading", { name: "Skibe og ejere" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Skibe og ejere" }).getByRole("row").nth(1)).toBeVisible();
  await page.getByRole("button", { name: "Filtre" }).click();
  await expect(page.getByLabel("Filtrer efter rolle")).toHaveValue("cargo");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
