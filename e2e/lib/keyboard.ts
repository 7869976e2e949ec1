import { expect, type Locator, type Page } from "@playwright/test";

/** Most presses: more than a page has stops, also where the other journeys have hired officers whose work it lists. */
const FAR = 200;

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Presses a key and waits until the focus has moved, which in a menu happens only after a timer. */
async function pressAndFollow(page: Page, key: string): Promise<void> {
  const before = await page.evaluateHandle(() => document.activeElement);
  await page.keyboard.press(key);
  const isElsewhere = () => before.evaluate((element) => document.activeElement !== element);
  await expect
    .poll(isElsewhere, { message: `${key} moved the focus`, intervals: [0, 5, 20, 100] })
    .toBe(true);
  await before.dispose();
}

/**
 * Presses Tab (or another key) until an element has the focus.
 * @throws Error when it never gets it
 */
export async function reach(page: Page, target: Locator, key = "Tab"): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < FAR; presses++) {
    if (await hasFocus(target)) return;
    await pressAndFollow(page, key);
  }
  await expect(target, `reached with ${key}`).toBeFocused();
}

const holdsFocus = (container: Locator) =>
  container.evaluate((element) => element.contains(document.activeElement));

/** Waits until the focus is in a dialog or menu, which receives keys only then; this happens after it is visible. */
export async function expectFocusIn(container: Locator, when = "after it opened"): Promise<void> {
  await expect(container).toBeVisible();
  await expect.poll(() => holdsFocus(container), `the focus is inside ${when}`).toBe(true);
}

/** Waits until single keys do something, which is shortly after a page is shown: the search box then names its own. */
export async function keysReady(page: Page): Promise<void> {
  await expect(page.getByRole("banner").getByRole("button", { name: /Ctrl K|⌘ K/ })).toBeVisible();
}
