import type { Page } from "@playwright/test";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";
import { SESSION_ENDED } from "./lib/watch.ts";

const WHO = "/api/user";
const TOGETHER = "/api/batch";

/** The paths of the API that a page asks for from now on, and those that it asks for together in one request. */
function askedBy(page: Page): { asked: string[]; together: string[] } {
  const [asked, together]: string[][] = [[], []];
  page.on("request", (request) => {
    const { pathname, search, searchParams } = new URL(request.url());
    if (!pathname.startsWith("/api/") || pathname === "/api/live") return;
    asked?.push(pathname === TOGETHER ? pathname : pathname + search);
    if (pathname === TOGETHER) together?.push(...searchParams.getAll("path"));
  });
  return { asked: asked as string[], together: together as string[] };
}

const readersKnown = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("reader:")));

/** Opens the dashboard with its answer held back: it is all that the page asks for. */
async function openHeld(page: Page): Promise<void> {
  const { asked, together } = askedBy(page);
  const held = Promise.withResolvers<void>();
  await page.route(`**${TOGETHER}*`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/dashboard", { waitUntil: "commit" });
  await expect.poll(() => asked).toEqual([TOGETHER]);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(0);
  held.resolve();
  await expect(page.getByRole("heading", { name: /, Astrid$/, level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([TOGETHER]);
  expect(together).toContain(WHO);
  expect(together.length).toBeGreaterThan(5);
  await page.unroute(`**${TOGETHER}*`);
}

test("a browser that remembers its user asks for the whole dashboard, and who it is, in one request", async ({
  as,
  people,
}) => {
  const page = await as(DEMO.admin);
  await page.goto("/dashboard");
  await page.waitForLoadState("networkidle");
  await openHeld(page);

  // After a sign-in through Discord a cookie names the user once.
  const user = await people.call<{ id: number; organizationId: number; permissions: string[] }>(
    DEMO.admin,
    "GET",
    WHO,
  );
  const value = [user.id, user.organizationId, ...user.permissions].join("~");
  await page.evaluate(() => localStorage.clear());
  await page.context().addCookies([{ name: "reader", value, url: new URL(page.url()).origin }]);
  await openHeld(page);
  expect(await page.evaluate(() => document.cookie)).not.toContain("reader=");
  expect(await readersKnown(page)).toHaveLength(1);
});

test("what a page asks for first is what it shows: nothing of it is asked for again", async ({ as }) => {
  for (const person of [DEMO.admin, DEMO.member]) {
    const page = await as(person);
    await page.goto("/account");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const table = await page.locator("script[data-first]").getAttribute("data-first");
    for (const path of Object.keys(JSON.parse(table ?? "{}"))) {
      const { asked, together } = askedBy(page);
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      expect(together, path).toContain(WHO);
      const all = [...asked, ...together].filter((each) => each !== TOGETHER);
      expect(all.toSorted(), `${person.username}, ${path}`).toEqual([...new Set(all)].toSorted());
    }
  }
});

test("the remembered user is a guess: the session decides the page", async ({ as, people, watch }) => {
  watch.expect(...SESSION_ENDED);
  const page = await as(DEMO.admin);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: /, Astrid$/, level: 1 })).toBeVisible();

  // Another user's session: what was asked for the administrator is refused, and this user's page is shown.
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
