import { test as base, expect, type Page } from "@playwright/test";
import { type Account, People } from "./people.ts";
import { Watch } from "./watch.ts";
import { type Look, Windows } from "./windows.ts";

type Fixtures = {
  watch: Watch;
  look: Look;
  /** A page in a browser of its own in which a user is signed in; null for a visitor. */
  as: (account: Account | null) => Promise<Page>;
};

/** A journey; it fails for anything that a browser complains of, unless the journey expects it. */
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
  look: async ({ viewport, colorScheme, locale, isMobile, hasTouch, contextOptions }, use) => {
    await use({ ...contextOptions, viewport, colorScheme, ...(locale ? { locale } : {}), isMobile, hasTouch });
  },
  context: async ({ page }, use) => use(page.context()),
  page: async ({ as }, use) => use(await as(null)),
  as: async ({ windows, people, watch, look }, use) => {
    const endings: (() => Promise<void>)[] = [];
    await use(async (account) => {
      const page = await windows.take(look, account ? await people.cookies(account) : []);
      const context = page.context();
      const leave = watch.follow(context);
      endings.push(async () => {
        leave();
        await windows.giveBack(context);
      });
      return page;
    });
    for (const end of endings.toReversed()) await end();
  },
});

export { expect };
