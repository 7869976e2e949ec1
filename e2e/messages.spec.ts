import type { Locator, Page } from "@playwright/test";
import { CrmPage, toast } from "./lib/crm-page.ts";
import { reach } from "./lib/keyboard.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

const PHONE = { width: 360, height: 740 };
const OFFLINE = [/net::ERR_(FAILED|INTERNET_DISCONNECTED)/, /\/api\/live' failed/];

/** Lets calls of a path fail with a sentence. */
const refuse = (page: Page, path: string, detail: string) =>
  page.route(
    (url) => url.pathname.startsWith(path),
    (route) =>
      route.request().method() === "GET"
        ? route.fallback()
        : route.fulfill({ status: 500, json: { code: "unknown", detail, requestId: "r-1" } }),
  );

/** Expects that a point in the middle of a control is the control itself, not what lies over it. */
async function expectUncovered(control: Locator): Promise<void> {
  const isFree = () =>
    control.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const found = document.elementFromPoint(left + width / 2, top + height / 2);
      return element.contains(found);
    });
  await expect.poll(isFree).toBe(true);
}

for (const size of [{ width: 1440, height: 900 }, PHONE]) {
  test(`failures stay until they are closed, beside each other, and cover nothing that is used in a dialog, at ${size.width} px`, async ({
    as,
    watch,
  }) => {
    watch.expect(/status of 500/);
    const page = await as(DEMO.admin);
    await page.setViewportSize(size);
    await refuse(page, "/api/discord/sync-members/", "Discord gave no answer.");
    await refuse(page, "/api/prospects", "It could not be stored.");
    const crm = new CrmPage(page);
    await crm.open("tab=team&view=list");
    await page.getByRole("button", { name: "Sync Discord" }).click();
    const sync = toast(page, "Failed to sync Discord members");
    await expect(sync).toContainText("Discord gave no answer.");
    await expect(sync).not.toContainText("500");

    await page.getByRole("button", { name: "Add prospect" }).first().click();
    const form = page.getByRole("dialog", { name: "Add prospect" });
    await form.getByLabel("Name", { exact: true }).fill("Nobody New");
    const save = form.getByRole("button", { name: "Add prospect" });
    await save.click();
    const add = page.getByRole("article").filter({ hasText: "It could not be stored." });
    await expect(add).toHaveCount(1);
    await expect(sync).toBeVisible();
    // Shown once: in the toast, not in the form too.
    await expect(form).not.toContainText("It could not be stored.");
    for (const name of ["Add prospect", "Cancel", "Close"])
      await expectUncovered(form.getByRole("button", { name, exact: true }));

    // The keyboard reaches them over the dialog, which stays open.
    await page.keyboard.press("F8");
    await expect(add.getByRole("button", { name: "Dismiss" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(add).toBeHidden();
    await sync.getByRole("button", { name: "Dismiss" }).click();
    await expect(sync).toBeHidden();
    await expect(form.getByLabel("Name", { exact: true })).toHaveValue("Nobody New");
  });
}

test("the overlay of a dialog covers the dialog below it", async ({ as }) => {
  const page = await as(DEMO.officer);
  const crm = new CrmPage(page);
  await crm.open("tab=team&view=list");
  await page.getByRole("button", { name: "Add prospect" }).first().click();
  const form = page.getByRole("dialog", { name: "Add prospect" });
  await form.getByLabel("Name", { exact: true }).fill("Nobody New");
  // The dialog below is hidden from assistive technology.
  const close = page.locator("[role=dialog] [data-closes]");
  await expectUncovered(close);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog", { name: "Discard what you typed?" })).toBeVisible();
  const over = await close.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.className;
  });
  expect(over).toBe("veil");
});

test("a page without a connection says so, and failed requests are repeated when it is back", async ({
  as,
  watch,
}) => {
  watch.expect(...OFFLINE);
  const page = await as(DEMO.officer);
  await page.goto("/members?q=Kj%C3%A6r");
  const header = page.getByRole("banner");
  const menu = header.getByRole("button", { name: "Your menu" });
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Jonas Kjær" })).toBeVisible();
  await expect(menu).toContainText("Online");
  await page.context().setOffline(true);
  await expect(header.getByRole("status")).toContainText("Offline");
  await expect(menu).toContainText("Offline");
  await expect(menu).not.toContainText("Online");
  await page.getByRole("textbox", { name: "Search name or Discord id" }).fill("Jonas");
  await expect(main.getByRole("alert")).toContainText("The server could not be reached.");
  await page.context().setOffline(false);
  await expect(header.getByRole("status")).toBeEmpty();
  await expect(menu).toContainText("Online");
  await expect(main.getByRole("alert")).toHaveCount(0);
  await expect(main.getByRole("link", { name: "Jonas Kjær" })).toBeVisible();
});

test("a page that does not exist offers no retry", async ({ as, watch }) => {
  watch.expect(/status of 404/);
  const page = await as(DEMO.officer);
  await page.goto("/crm?tab=team&prospect=99999999");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("alert")).toContainText("This does not exist, or you cannot see it.");
  await expect(dialog.getByRole("button", { name: "Try again" })).toHaveCount(0);
});

test("the name of the product is on screen before any script has arrived", async ({ page }) => {
  const release = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.goto("/auth", { waitUntil: "commit" });
  await expect(page.getByText("Command Centre", { exact: true })).toBeVisible();
  release.resolve();
  await expect(page.getByRole("heading", { name: "Sign in", level: 1 })).toBeVisible();
  await expect(page.locator(".start")).toHaveCount(0);
});

test("bars keep their place: focusing a control in them scrolls no page", async ({ as }) => {
  const page = await as(DEMO.admin);
  await page.setViewportSize(PHONE);
  const crm = new CrmPage(page);
  await crm.open("tab=team&view=list&stage=intro");
  await page.getByRole("checkbox", { name: /^Select all/ }).check();
  const bar = page.getByRole("region", { name: "Change everybody selected" });
  const scrollTo = (to: number) =>
    page.evaluate((top) => {
      window.scrollTo({ top, behavior: "instant" });
      return window.scrollY;
    }, to);
  const at = () => page.evaluate(() => scrollY);
  // Loads the menu.
  await bar.getByRole("button", { name: "Deadline" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  const top = await scrollTo(40);
  expect(top).toBe(40);
  await bar.getByRole("button", { name: "Deadline" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("ArrowDown");
  expect(await at()).toBe(top);
  await page.keyboard.press("Escape");
  await expect(bar.getByRole("button", { name: "Deadline" })).toBeFocused();
  expect(await at()).toBe(top);
  await page
    .getByRole("banner")
    .getByRole("link", { name: /^Command Centre/ })
    .focus();
  expect(await at()).toBe(top);
});

test("the focus stays on the page when the element that has it disappears", async ({ as, people }) => {
  const page = await as(await people.hire("Fie Focus", "officer"));
  const hasFocus = () => page.evaluate(() => document.activeElement !== document.body);
  // A button that removes itself.
  await page.goto("/members?q=nobody-has-this-name");
  const clear = page.getByRole("main").getByRole("button", { name: "Clear filters" }).last();
  await reach(page, clear);
  await page.keyboard.press("Enter");
  await expect(clear).toBeHidden();
  await expect.poll(hasFocus).toBe(true);

  // The button of an empty list, which opens the dialog that fills it.
  await page.goto("/my-hangar");
  const first = page.getByRole("button", { name: "Add your first ship" });
  await reach(page, first);
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "Add Ship" });
  await form.getByRole("combobox", { name: "Spacecraft" }).click();
  await page.keyboard.type("caterpillar");
  await expect(form.getByRole("option", { name: "Caterpillar" }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await form.getByRole("button", { name: "Add Ship" }).click();
  await expect(form).toBeHidden();
  await expect(first).toBeHidden();
  await expect.poll(hasFocus).toBe(true);
});
