import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The widths that pages are looked at, each in one of the themes. */
export const WIDTHS = [
  { width: 1440, height: 900, colorScheme: "dark" },
  { width: 360, height: 740, colorScheme: "light" },
] as const;

/** Waits until nothing has moved for two frames, so that no colour is read half-way through a change. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    for (let still = 0; still < 2; still += 1) {
      await new Promise(requestAnimationFrame);
      const animations = document.getAnimations().filter(({ playState }) => playState === "running");
      if (animations.length > 0) still = -1;
      await Promise.allSettled(animations.map((animation) => animation.finished));
    }
  });

/** What an open dialog leaves within reach; the page behind it has been looked at without it. */
const OPEN_DIALOG = "[role=dialog]:not([aria-hidden=true])";

async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return await page.evaluate(
    async ([openDialog, tags]) => {
      const violated = ["violations" as const];
      const options = { runOnly: [...tags], resultTypes: violated, preload: false, selectors: false };
      const shown = document.querySelector(openDialog) ? { include: [openDialog] } : document;
      const { violations } = await axe.run(shown, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ""}`),
      );
    },
    [OPEN_DIALOG, TAGS] as const,
  );
}

/**
 * Looks for faults against WCAG 2.2 AA in what the page shows: wide in the dark theme, on a phone in the light one. The
 * page's own theme has to follow the system's, and motion to be reduced. Nothing may be wider than the screen either.
 */
export async function audit(page: Page, what: string, widths: readonly (typeof WIDTHS)[number][] = WIDTHS) {
  for (const { colorScheme, ...size } of widths) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settle(page);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(beyond, `${what}, pixels beyond a width of ${size.width}`).toBeLessThanOrEqual(0);
    expect.soft(await violations(page), `${what}, ${size.width} px, ${colorScheme}`).toEqual([]);
  }
  if (widths.length > 1) await page.setViewportSize(WIDTHS[0]);
}

/** For what only one width shows. */
export const WIDE = [WIDTHS[0]];
