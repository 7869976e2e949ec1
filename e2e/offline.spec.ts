import type { Page } from "@playwright/test";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";
import type { Watch } from "./lib/watch.ts";

// What has once been fetched is there offline, too.
test.use({ isNew: true });

const MISSING = "This part could not be fetched";

/** What the browser says of requests that end without an answer, and React of the part that they were for. */
function expectComplaints(watch: Watch): void {
  watch.expect(/net::ERR_(FAILED|INTERNET_DISCONNECTED)/, /could not be fetched/);
}

async function openPipeline(page: Page) {
  await page.goto("/crm");
  const heading = page.getByRole("heading", { name: "Recruitment", level: 1 });
  await expect(heading).toBeVisible();
  await page.waitForLoadState("networkidle");
  return {
    heading,
    add: page.getByRole("button", { name: "Add prospect" }).first(),
    missing: page.getByRole("dialog", { name: MISSING }),
    form: page.getByRole("dialog", { name: "Add prospect" }),
  };
}

test("a dialog whose script is missing says so over the page, and comes with a retry", async ({
  as,
  watch,
}) => {
  expectComplaints(watch);
  const page = await as(DEMO.officer);
  const { heading, add, missing, form } = await openPipeline(page);
  const script = /\/assets\/add-prospect-dialog-/;
  await page.route(script, (route) => route.abort());
  await add.click();
  await expect(missing.getByText(MISSING)).toBeVisible();
  await expect(heading).toBeVisible();
  await missing.getByRole("button", { name: "Try again" }).click();
  await expect(missing.getByRole("button", { name: "Try again" })).not.toHaveAttribute("aria-busy");
  await page.keyboard.press("Escape");
  await expect(missing).toBeHidden();
  await expect(add).toBeFocused();

  await add.click();
  await expect(missing).toBeVisible();
  await page.unroute(script);
  await missing.getByRole("button", { name: "Try again" }).click();
  await expect(form).toBeVisible();
  await expect(missing).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await expect(add).toBeFocused();
});

test("a page whose script is missing says so in its place", async ({ as, watch }) => {
  expectComplaints(watch);
  const page = await as(DEMO.officer);
  await openPipeline(page);
  const script = /\/assets\/bots-page-/;
  await page.route(script, (route) => route.abort());
  const navigation = page.getByRole("navigation", { name: "Main navigation" });
  await navigation.getByRole("link", { name: "Discord bots" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(MISSING);
  await navigation.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { name: /Freja$/, level: 1 })).toBeVisible();
  await navigation.getByRole("link", { name: "Discord bots" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(MISSING);
  await page.unroute(script);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Discord bots", level: 1 })).toBeVisible();
});

test("what was opened offline comes by itself when the connection is back", async ({ as, watch }) => {
  expectComplaints(watch);
  const page = await as(DEMO.officer);
  const { heading, add, missing, form } = await openPipeline(page);
  await page.context().setOffline(true);
  await add.click();
  await expect(missing).toBeVisible();
  await expect(heading).toBeVisible();
  await page.context().setOffline(false);
  await expect(form).toBeVisible();
  await expect(missing).toBeHidden();
});
