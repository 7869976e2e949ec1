import type { Page } from "@playwright/test";
import { Front } from "./lib/front.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";
import { SESSION_ENDED, type Watch } from "./lib/watch.ts";

// Scripts that are in the browser's cache are there offline, too.
test.use({ isNew: true });

const MISSING = "This part could not be fetched";
const NEW_VERSION = "A new version is here";
const PART = /\/assets\/add-prospect-dialog-/;

/** The browser's messages about failed requests, and React's about the part that needed them. */
function expectComplaints(watch: Watch): void {
  watch.expect(
    /net::ERR_(FAILED|INTERNET_DISCONNECTED)/,
    /could not be fetched/,
    /status of (404|503) .*\.js$/,
  );
}

async function openPipeline(page: Page, address = "") {
  await page.goto(`${address}/crm`);
  const heading = page.getByRole("heading", { name: "CRM", level: 1 });
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
  await page.route(PART, (route) => route.abort());
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
  await page.unroute(PART);
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

test("a dialog opens after the server has refused its script, or one that it shares, twice", async ({
  as,
  watch,
  leave,
}) => {
  expectComplaints(watch);
  await using front = await Front.start(process.env["E2E_ADDRESS"] ?? "");
  const first = await as(DEMO.officer);
  const { add, form } = await openPipeline(first, front.address);
  const before = front.asked.length;
  await add.click();
  await expect(form).toBeVisible();
  const scripts = front.asked.map(({ path }) => path).filter((path) => /^\/assets\/.*\.js$/.test(path));
  const known = new Set(front.asked.slice(0, before).map(({ path }) => path));
  const shared = scripts.filter((path) => !known.has(path) && !PART.test(path));
  expect(shared).not.toEqual([]);
  await leave(first);

  for (const refused of [PART, new RegExp(`^${shared[0]}$`)]) {
    const page = await as(DEMO.officer);
    const pipeline = await openPipeline(page, front.address);
    front.refuse(refused, 503);
    const begin = front.asked.length;
    await pipeline.add.click();
    await expect(pipeline.missing).toBeVisible();
    const retry = pipeline.missing.getByRole("button", { name: "Try again" });
    const answered = page.waitForResponse((answer) => refused.test(new URL(answer.url()).pathname));
    await retry.click();
    await answered;
    await expect(retry).not.toHaveAttribute("aria-busy");
    // Some browsers keep a script that could not be run as missing, whatever the server answers later.
    const run = front.asked.slice(begin).filter(({ purpose }) => purpose === "script");
    expect(run).toEqual([]);
    front.allow();
    await retry.click();
    await expect(pipeline.form).toBeVisible();
    await leave(page);
  }
});

test("a page whose version was replaced offers to reload, and keeps what was typed even though its session has ended", async ({
  as,
  watch,
}) => {
  expectComplaints(watch);
  watch.expect(...SESSION_ENDED);
  await using front = await Front.start(process.env["E2E_ADDRESS"] ?? "");
  const { username, password } = DEMO.officer;
  const page = await as(DEMO.officer);
  const { add, form } = await openPipeline(page, front.address);
  await add.click();
  await form.getByLabel("Name", { exact: true }).fill("Half Typed");
  await form.getByRole("button", { name: "Accounts, deadline and notes" }).click();
  await form.getByLabel("Notes").fill("Met on the bridge.");
  await page.context().clearCookies({ name: "session" });
  front.refuse(/^\/assets\//, 404);
  await form.getByRole("button", { name: "Add prospect" }).click();
  const gone = page.getByRole("dialog", { name: NEW_VERSION });
  await expect(gone).toContainText("What you typed stays.");
  await expect(gone.getByRole("button", { name: "Try again" })).toHaveCount(0);
  front.allow();
  await gone.getByRole("button", { name: "Reload the page" }).click();
  const signIn = page.getByRole("form", { name: "Username/Password" });
  await signIn.getByLabel("Username").fill(username);
  await signIn.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  // The address opens the form again, and what was typed is not folded away.
  await expect(form.getByLabel("Name", { exact: true })).toHaveValue("Half Typed");
  await expect(form.getByLabel("Notes")).toHaveValue("Met on the bridge.");
});

test("a page that is opened while a version is deployed says so and offers to reload", async ({
  as,
  watch,
}) => {
  expectComplaints(watch);
  await using front = await Front.start(process.env["E2E_ADDRESS"] ?? "");
  const page = await as(DEMO.officer);
  front.refuse(/^\/assets\/index-/, 404);
  await page.goto(`${front.address}/crm`);
  await expect(page.getByRole("alert")).toContainText(NEW_VERSION);
  front.allow();
  await page.getByRole("button", { name: "Reload the page" }).click();
  const heading = page.getByRole("heading", { name: "CRM", level: 1 });
  await expect(heading).toBeVisible();
  // Firefox ends what a page still loads when it is left.
  watch.expect(/Refused to apply style .*none\.js/);
  await page.evaluate(async () => {
    dispatchEvent(new Event("beforeunload"));
    const link = Object.assign(document.createElement("link"), {
      rel: "stylesheet",
      href: "/assets/none.js",
    });
    const failed = new Promise((resolve) => link.addEventListener("error", resolve));
    document.head.append(link);
    await failed;
    await fetch(link.href);
  });
  await expect(heading).toBeVisible();
});

test("a page that is opened without one of its scripts says so and offers to reload", async ({
  as,
  watch,
}) => {
  expectComplaints(watch);
  await using front = await Front.start(process.env["E2E_ADDRESS"] ?? "");
  const page = await as(DEMO.officer);
  front.refuse(/^\/assets\/prospects-page-/, 503);
  await page.goto(`${front.address}/crm`);
  await expect(page.getByRole("alert")).toContainText("The page could not be fetched");
  front.allow();
  await page.getByRole("button", { name: "Reload the page" }).click();
  await expect(page.getByRole("heading", { name: "CRM", level: 1 })).toBeVisible();
});

test("a page that was opened offline appears by itself when the connection is back", async ({
  as,
  watch,
}) => {
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
