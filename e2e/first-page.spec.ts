import type { Page } from "@playwright/test";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";
import { SESSION_ENDED } from "./lib/watch.ts";

const WHO = "/api/user";

/** The paths of the API that a page asks for from now on. */
function askedBy(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/") && pathname !== "/api/live") asked.push(pathname + search);
  });
  return asked;
}

const readersKnown = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("reader:")));

/** Opens the dashboard with the answer about the user held back; resolves once `all` is requested. */
async function openHeld(page: Page, asked: string[], all: string[]): Promise<void> {
  asked.length = 0;
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**${WHO}`, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/dashboard", { waitUntil: "commit" });
  await expect.poll(() => asked.toSorted()).toEqual(all);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(0);
  answer();
  await expect(page.getByRole("heading", { name: /, Astrid$/, level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect([...new Set(asked)].toSorted()).toEqual(all);
  await page.unroute(`**${WHO}`);
}

test("a browser that remembers its user requests the whole dashboard before the server has answered who it is", async ({
  as,
  people,
}) => {
  const page = await as(DEMO.admin);
  const asked = askedBy(page);
  await page.goto("/dashboard");
  await page.waitForLoadState("networkidle");
  // Includes requests that are repeated because others changed the data.
  const all = [...new Set(asked)].toSorted();
  expect(all.length).toBeGreaterThan(5);
  await openHeld(page, asked, all);

  // After a sign-in through Discord a cookie names the user once.
  const user = await people.call<{ id: number; organizationId: number; permissions: string[] }>(
    DEMO.admin,
    "GET",
    WHO,
  );
  const value = [user.id, user.organizationId, ...user.permissions].join("~");
  await page.evaluate(() => localStorage.clear());
  await page.context().addCookies([{ name: "reader", value, url: new URL(page.url()).origin }]);
  await openHeld(page, asked, all);
  expect(await page.evaluate(() => document.cookie)).not.toContain("reader=");
  expect(await readersKnown(page)).toHaveLength(1);
});

test("the remembered user is a guess: the session decides the page", async ({ as, people, watch }) => {
  watch.expect(...SESSION_ENDED);
  const page = await as(DEMO.admin);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: /, Astrid$/, level: 1 })).toBeVisible();

  // Another user's session: requests for the administrator's page are refused, and this user's page is shown.
  watch.expect(/status of 403 /);
  await page.context().addCookies(await people.cookies(DEMO.member));
  await page.reload();
  await expect(page.getByRole("heading", { name: /, Jonas$/, level: 1 })).toBeVisible();
  expect(await readersKnown(page)).toHaveLength(1);

  // The session has ended, though the browser still remembers its user.
  await page.context().clearCookies({ name: "session" });
  await page.reload();
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await readersKnown(page)).toEqual([]);
});

test("what a page is drawn with is requested once, with the document", async ({ as }) => {
  const page = await as(DEMO.admin);
  await page.goto("/tools");
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".js")) scripts.push(request.url());
  });
  await page.reload();
  await expect(page.getByRole("heading", { name: "Tools", level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const listed = page.locator("link[rel=modulepreload], script[src]");
  const urls = await listed.evaluateAll((all) =>
    all.map((each) => (each instanceof HTMLLinkElement ? each.href : (each as HTMLScriptElement).src)),
  );
  expect(scripts.toSorted()).toEqual([...new Set(urls)].toSorted());
});
