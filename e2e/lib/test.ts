import { test as base, expect, type Page } from "@playwright/test";
import { type Account, People } from "./people.ts";
import { Watch } from "./watch.ts";

type Fixtures = {
  watch: Watch;
  /** A page in a browser of its own in which a user is signed in; null for a visitor. */
  as: (account: Account | null) => Promise<Page>;
};

/** A journey; it fails for anything that a browser complains of, unless the journey expects it. */
export const test = base.extend<Fixtures, { people: People }>({
  people: [
    async ({ browserName: _ }, use) => {
      await use(new People(process.env["E2E_ADDRESS"] ?? ""));
    },
    { scope: "worker" },
  ],
  watch: async ({ browserName: _ }, use) => {
    const watch = new Watch();
    await use(watch);
    expect(watch.unexpected(), "what the browser complained of").toEqual([]);
  },
  context: async ({ context, watch }, use) => {
    watch.follow(context);
    await use(context);
  },
  as: async ({ browser, people, watch }, use) => {
    const contexts: { close: () => Promise<void> }[] = [];
    await use(async (account) => {
      const context = account ? await people.browser(browser, account) : await browser.newContext();
      contexts.push(context);
      watch.follow(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

export { expect };
