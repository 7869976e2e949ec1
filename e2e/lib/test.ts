import { test as base, expect, type Page } from "@playwright/test";
import { type Account, People } from "./people.ts";
import { Watch } from "./watch.ts";
import { type Look, Windows } from "./windows.ts";

type WorkerFixtures = {
  /** The address of the product of these tests; the other variables of the set-up name its parts. */
  product: string;
  people: People;
  windows: Windows;
};

type Fixtures = {
  watch: Watch;
  look: Look;
  /** Whether the journey needs browsers with an empty cache, which cost twice as much. */
  isNew: boolean;
  windowsOfTest: Map<Page, () => Promise<void>>;
  /** Returns a page in a browser of its own in which the account is signed in; null for a visitor. */
  as: (account: Account | null) => Promise<Page>;
  /** Returns a page's browser early, because an open page keeps rendering the changes of others. */
  leave: (page: Page) => Promise<void>;
};

/** A journey; it fails for every complaint of a browser that the journey does not expect. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // A worker runs the tests of one project.
  product: [
    async ({ browserName: _ }, use, { project }) => {
      if (project.name === "alone") Object.assign(process.env, JSON.parse(process.env["E2E_ALONE"] ?? "{}"));
      await use(process.env["E2E_ADDRESS"] ?? "");
    },
    { scope: "worker", auto: true },
  ],
  people: [
    async ({ product }, use) => {
      await use(new People(product));
    },
    { scope: "worker" },
  ],
  windows: [
    async ({ browser, product }, use) => {
      await use(new Windows(browser, product));
    },
    { scope: "worker" },
  ],
  watch: async ({ browserName: _ }, use) => {
    const watch = new Watch();
    await use(watch);
    expect(watch.unexpected(), "what the browser complained of").toEqual([]);
  },
  isNew: [false, { option: true }],
  look: async (
    { viewport, colorScheme, locale, isMobile, hasTouch, serviceWorkers, contextOptions },
    use,
  ) => {
    await use({
      ...contextOptions,
      serviceWorkers,
      viewport,
      colorScheme,
      ...(locale ? { locale } : {}),
      isMobile,
      hasTouch,
    });
  },
  context: async ({ page }, use) => use(page.context()),
  page: async ({ as }, use) => use(await as(null)),
  windowsOfTest: async ({ watch: _ }, use) => {
    const open: Fixtures["windowsOfTest"] = new Map();
    await use(open);
    for (const end of open.values()) await end();
  },
  as: async ({ windows, people, watch, look, isNew, windowsOfTest }, use) => {
    await use(async (account) => {
      const page = await windows.take(look, account ? await people.cookies(account) : [], isNew);
      const unfollow = watch.follow(page.context());
      windowsOfTest.set(page, async () => {
        unfollow();
        await windows.giveBack(page.context());
      });
      return page;
    });
  },
  leave: async ({ windowsOfTest }, use) => {
    await use(async (page) => {
      await windowsOfTest.get(page)?.();
      windowsOfTest.delete(page);
    });
  },
});

export { expect };
