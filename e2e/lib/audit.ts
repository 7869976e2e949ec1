import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** What the colours of a theme can change. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
/** The widths that pages are looked at. */
export const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
] as const;

/** Waits until nothing moves, so that no colour is read half-way through a change. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  });

/** What an open dialog leaves within reach; the page behind it has been looked at without it. */
const OPEN_DIALOG = "[role=dialog]:not([aria-hidden=true])";

async function violations(page: Page, onlyColours: boolean): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode(true);
  if ((await page.getByRole("dialog").count()) > 0) builder.include(OPEN_DIALOG);
  const { violations: found } = await (onlyColours
    ? builder.withRules(COLOUR_RULES)
    : builder.withTags(TAGS)
  ).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ""}`),
  );
}

/**
 * Looks for faults against WCAG 2.2 AA in what the page shows, at both widths and in both themes. The page's
 * own theme has to follow the system's, and motion to be reduced.
 */
export async function audit(
  page: Page,
  what: string,
  widths: readonly { width: number; height: number }[] = WIDTHS,
) {
  for (const size of widths) {
    await page.setViewportSize(size);
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await settle(page);
      const found = await violations(page, colorScheme === "light");
      expect.soft(found, `${what}, ${size.width} px, ${colorScheme}`).toEqual([]);
    }
  }
  if (widths.length > 1) await page.setViewportSize(WIDTHS[0]);
}

/** For what only one width shows. */
export const WIDE = [WIDTHS[0]];
