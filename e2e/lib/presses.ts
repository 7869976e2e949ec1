import type { Page } from "@playwright/test";

declare global {
  interface Window {
    countPress?: () => void;
  }
}

/** Tells the journey of each press: of a pointer, or of a key that presses what has the focus. */
function listen(): void {
  const isWritten = (target: EventTarget | null) =>
    (target as Element | null)?.matches?.("textarea, input:not([type])");
  addEventListener("pointerdown", () => window.countPress?.(), true);
  addEventListener(
    "keydown",
    ({ key, repeat, target }) => {
      if (!repeat && (key === "Enter" || (key === " " && !isWritten(target)))) window.countPress?.();
    },
    true,
  );
}

/**
 * Counts what a user presses on a page from now on, also after it loads again; typing is not counted.
 * @returns a function that returns the number of presses since it was last called
 */
export async function countPresses(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeFunction("countPress", () => {
    presses += 1;
  });
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return () => {
    const counted = presses;
    presses = 0;
    return counted;
  };
}
