import { test as base, expect, type Page } from "@playwright/test";
import { type Account, People } from "./people.ts";
import { Watch } from "./watch.ts";
import { type Look, Windows } from "./windows.ts";

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
export const test = base.extend<Fixtures, { people: People; windows: Windows }>({
  people: [
    async ({ browserName: _ }, use) => {
      await use(new People(process.env["E2E_ADDRESS"] ?? ""));
    },
    { scope: "worker" },
  ],
  windows: [
    async ({ browser }, use) => {
      await use(new Windows(browser, process.env["E2E_ADDRESS"] ?? ""));
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
