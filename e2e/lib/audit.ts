import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Frame, type Page } from "@playwright/test";
import axe from "axe-core";
import { speak, touch } from "./framed.ts";
import { cutTexts, PHONES } from "./layout.ts";

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The widths of audited pages, each in one of the themes. */
export const WIDTHS = [
  { width: 1440, height: 900, colorScheme: "dark" },
  { width: 360, height: 740, colorScheme: "light" },
] as const;

/** The wide layout only. */
export const WIDE = [WIDTHS[0]];
/** The layout of phones only. */
export const PHONE = [WIDTHS[1]];

/**
 * Waits until nothing has moved for two frames, so that no colour is read during a transition, and nothing is faint because its
 * next answer is awaited.
 */
const settle = (page: Page | Frame) =>
  page.evaluate(async () => {
    for (let still = 0; still < 2; still += 1) {
      await new Promise(requestAnimationFrame);
      // One that follows scrolling never ends.
      const animations = document
        .getAnimations()
        .filter(({ playState, timeline }) => playState === "running" && timeline === document.timeline);
      if (animations.length > 0 || document.querySelector(".opacity-60[aria-busy=true]")) still = -1;
      await Promise.allSettled(animations.map((animation) => animation.finished));
    }
  });

/** Selects an open dialog; the page behind it is audited separately. */
const OPEN_DIALOG = "[role=dialog]:not([aria-hidden=true])";

const MODAL = ".dialog:not([aria-hidden=true])";

/** Returns what axe finds on a page, or in an open dialog of it. */
async function violations(page: Page | Frame): Promise<string[]> {
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
 * Returns fields and switches whose border has a contrast below 3:1 with the colours inside and around it (WCAG
 * 1.4.11), which axe does not check. Disabled and read-only ones are exempt.
 */
const faintEdges = (page: Page | Frame) =>
  page.evaluate((openDialog) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    if (!canvas) throw new Error("no canvas");
    /** Returns the relative luminance, from 0 to 1, of colours that cover each other, the lowest first. */
    const luminance = (...colours: string[]) => {
      for (const colour of colours) {
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) => {
        const part = byte / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const grounds = (element: Element | null): string[] =>
      element ? [...grounds(element.parentElement), getComputedStyle(element).backgroundColor] : ["white"];
    const controls =
      ".input:not(:disabled, [readonly]), [role=switch][aria-checked=false]:not([aria-disabled=true]) > :last-child";
    const shown = document.querySelector(openDialog) ?? document.body;
    return [...shown.querySelectorAll(controls)].flatMap((control) => {
      const edge = getComputedStyle(control).borderTopColor;
      if (!control.checkVisibility()) return [];
      const least = Math.min(
        ...[control, control.parentElement].map((ground) => {
          const [dark = 0, light = 0] = [
            luminance(...grounds(ground), edge),
            luminance(...grounds(ground)),
          ].sort((a, b) => a - b);
          return (light + 0.05) / (dark + 0.05);
        }),
      );
      return least < 3 ? [`edge at ${least.toFixed(2)}:1: ${control.outerHTML.slice(0, 120)}`] : [];
    });
  }, OPEN_DIALOG);

/** Returns texts that a missing value leaves on the page. */
const untold = (page: Page | Frame) =>
  page.evaluate(() => {
    const found = /.{0,40}(\bNaN\b|Invalid Date|\[object ).{0,40}/.exec(document.body.textContent ?? "");
    return found ? [found[0]] : [];
  });

/**
 * Returns violations of WCAG 2.2 AA on a page in its present state, or in an open dialog of it: what axe finds, and edges that
 * are too faint. Returns texts of missing values, too.
 */
export async function faults(page: Page | Frame): Promise<string[]> {
  await settle(page);
  return [...(await untold(page)), ...(await faintEdges(page)), ...(await violations(page))];
}

/** Returns controls of an open dialog whose text is cut on a narrow screen, in both languages; see `cutTexts`. */
async function cutWhenNarrow(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  // Skips a record beside its list, and the dialog that it opened: both would close where the record is a page.
  const beside = (before?.width ?? 0) > 390 ? "body:not(:has([data-record]))" : "body";
  if ((await page.locator(`${beside} ${MODAL}`).count()) === 0) return [];
  const own = await page.evaluate(() => document.documentElement.lang);
  const scrolled = await page.evaluateHandle(() =>
    [document.documentElement, ...document.querySelectorAll(".dialog *")]
      .filter(({ scrollTop }) => scrollTop > 0)
      .map((element) => ({ element, top: element.scrollTop })),
  );
  const other = own === "da" ? "en" : "da";
  const found: string[] = [];
  const look = async (language: string, widths?: readonly number[]) =>
    found.push(...(await cutTexts(page, widths)).map((cut) => `${cut} px, ${language}`));
  await page.setViewportSize({ width: 768, height: 1024 });
  await look(own);
  await speak(page.mainFrame(), other);
  await look(other);
  await touch(page, true);
  await page.setViewportSize({ width: 390, height: 740 });
  await look(other, PHONES);
  await speak(page.mainFrame(), own === "da" ? "da" : "en");
  await look(own, PHONES);
  await touch(page, false);
  if (before) await page.setViewportSize(before);
  await scrolled.evaluate((all) => {
    for (const { element, top } of all) element.scrollTo(0, top);
  });
  return found;
}

/**
 * Checks what the walk over all pages does not open: dialogs and menus, pages after something was done on them, and pages of
 * visitors; by default at the wide width in the dark theme. Callers add the other widths where a phone has another
 * layout. Checks too that the page is not wider than the screen.
 */
export async function audit(page: Page, what: string, widths: readonly (typeof WIDTHS)[number][] = WIDE) {
  const before = page.viewportSize();
  for (const { colorScheme, ...size } of widths) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const found = [...(await faults(page)), ...(await cutTexts(page))];
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(beyond, `${what}, pixels beyond a width of ${size.width}`).toBeLessThanOrEqual(0);
    expect.soft(found, `${what}, ${size.width} px, ${colorScheme}`).toEqual([]);
  }
  expect.soft(await cutWhenNarrow(page), `${what}, cut on a narrow screen`).toEqual([]);
  if (before && before.width !== page.viewportSize()?.width) await page.setViewportSize(before);
}
