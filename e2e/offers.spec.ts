import type { Page } from "@playwright/test";
import { hrefsOf, isOpened, kindOf, OF_OTHERS } from "./lib/links.ts";
import { type Account, DEMO, type People } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

/** Most addresses that a walk opens. */
const MOST = 60;

/** Milliseconds without a change after which a page counts as shown. */
const QUIET_MS = 150;

/** Resolves when a page has its heading, loads nothing and has stopped changing. */
const settled = (page: Page) =>
  page.evaluate(
    (quiet) =>
      new Promise<void>((resolve) => {
        let timer: ReturnType<typeof setTimeout>;
        const isBusy = () =>
          !document.querySelector("h1") || document.querySelector("[aria-busy=true]") !== null;
        const wait = () => {
          clearTimeout(timer);
          timer = setTimeout(() => {
            if (isBusy()) return wait();
            observer.disconnect();
            resolve();
          }, quiet);
        };
        const observer = new MutationObserver(wait);
        observer.observe(document, { subtree: true, childList: true, attributes: true });
        wait();
      }),
    QUIET_MS,
  );

/** Opens an address within the application, as a press on its link does. */
const follow = (page: Page, href: string) =>
  page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, href);

/**
 * Follows every link from the start page on, one of each kind, and answers those that did not open. The walk over all pages does
 * so for the demo's roles.
 */
async function walk(page: Page): Promise<string[]> {
  const refused: string[] = [];
  const known = new Set([kindOf("/")]);
  const open = ["/"];
  await page.goto("/");
  for (let count = 0; open.length > 0; count++) {
    expect(count).toBeLessThan(MOST);
    const href = open.shift() as string;
    // A document outside of the application, after which the application loads anew.
    const isDocument = href === "/accessibility";
    if (isDocument) await page.goto(href);
    else if (new URL(page.url()).pathname === "/accessibility") await page.goto(href);
    else if (href !== "/") await follow(page, href);
    await settled(page);
    // The start leads to the page that the user may open.
    if (!(await isOpened(page, href === "/" ? page.url() : href))) refused.push(`${href} → ${page.url()}`);
    for (const each of await hrefsOf(page)) {
      const kind = kindOf(each);
      if (known.has(kind)) continue;
      known.add(kind);
      open.push(each);
    }
  }
  return refused;
}

/** Hires a member with a role of its own that holds these permissions. */
async function holderOf(people: People, name: string, permissions: readonly string[]): Promise<Account> {
  const account = await people.hire(name, "member");
  const { id: roleId } = await people.call<{ id: number }>(DEMO.admin, "POST", "/api/roles", {
    name: `${account.displayName}'s`,
    description: "",
    permissions,
  });
  const memberId = await people.memberId(account);
  await people.call(DEMO.admin, "PUT", `/api/members/${memberId}/role`, { roleId });
  return account;
}

test("every link that is offered to a member with a bare role, or with a single permission, opens", async ({
  as,
  leave,
  people,
  watch,
}) => {
  watch.expect(OF_OTHERS);
  for (const permissions of [
    [],
    ["contracts.read"],
    ["admin.users"],
    ["prospects.read", "prospects.read_all"],
  ]) {
    const page = await as(await holderOf(people, "Bare Member", permissions));
    expect(await walk(page)).toEqual([]);
    await leave(page);
  }
});

test("each figure of the dashboard opens as many prospects as it says", async ({ as, leave }) => {
  for (const account of [DEMO.officer, DEMO.onboarding]) {
    const page = await as(account);
    await page.goto("/dashboard");
    const panel = page.getByRole("region", { name: "CRM" });
    await expect(panel.getByRole("link", { name: /Approved/ })).toContainText(/\d/);
    const figures = page.locator("main a[href^='/crm?'][href*='view=list']");
    const shown = await figures.evaluateAll((links) =>
      links.flatMap((link) => {
        const count = Number(
          /\d+/.exec((link.querySelector(".figure") ?? link).textContent ?? "")?.[0] ?? Number.NaN,
        );
        return Number.isNaN(count) ? [] : [{ href: link.getAttribute("href") ?? "", count }];
      }),
    );
    expect(shown.length).toBeGreaterThan(3);
    for (const { href, count } of shown) {
      await page.goto(href);
      await page.waitForLoadState("networkidle");
      // Only rows near the screen are rendered; the head is the first row.
      const rowAt = (index: number) => page.locator(`main tr[data-prospect][aria-rowindex="${index + 1}"]`);
      if (count > 0)
        await expect(async () => {
          await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
          await expect(rowAt(count), href).toBeVisible({ timeout: 1_000 });
        }).toPass();
      await expect(rowAt(count + 1), href).toHaveCount(0);
    }
    await leave(page);
  }
});
