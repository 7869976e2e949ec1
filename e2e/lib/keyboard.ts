import { expect, type Locator, type Page } from "@playwright/test";

const FAR = 60;

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Presses Tab (or another key) until something has the focus. @throws Error when it never gets it */
export async function reach(page: Page, target: Locator, key = "Tab"): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < FAR; presses++) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
  }
  await expect(target, `reached with ${key}`).toBeFocused();
}

/** Whether whatever has the focus is inside something. */
export const holdsFocus = (container: Locator) =>
  container.evaluate((element) => element.contains(document.activeElement));
