import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type BrowserType, chromium, firefox, type LaunchOptions } from "@playwright/test";
import { engineAt } from "./engines.ts";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The end of Debian's name for the browser without windows, menus and notifications, which takes a third less processor time. */
const SHELL = "-headless-shell";

/** Returns the browser that CHROME_PATH names, else Playwright's own (undefined), else the system's. */
function browserPath(): string | undefined {
  const named = process.env["CHROME_PATH"];
  if (named) return named;
  if (existsSync(chromium.executablePath())) return undefined;
  return PLACES.find((place) => existsSync(place));
}

/**
 * Returns arguments for Chromium. Newer versions render the menu of the address bar with pages of their own, two for
 * each window, which took more processor time than the pages under test; a spare process for the next page does too.
 * Chromium uses only the last list of disabled features, so this one repeats those that Playwright disables.
 */
function browserArguments(): string[] {
  const off = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"];
  const offInPlaywright = ["AimEnabled", "HttpsUpgrades", "MediaRouter", "OptimizationHints", "PaintHolding"];
  const features = `--disable-features=${[...off, ...offInPlaywright, "PreconnectToSearch"].join(",")}`;
  return process.getuid?.() === 0 ? [features, "--no-sandbox"] : [features];
}

/**
 * Returns how Playwright starts the browser.
 * @param isWhole whether with all that is around pages, which notifications need
 */
export function launchOptions({ isWhole = false } = {}): LaunchOptions {
  const [path, args] = [browserPath(), browserArguments()];
  if (!path) return isWhole ? { channel: "chromium", args } : { args };
  const shell = `${path}${SHELL}`;
  return { executablePath: !isWhole && existsSync(shell) ? shell : path, args };
}

/** Returns what starts Chromium, or the Firefox of the system, and how. */
export function engineOptions(isFirefox: boolean): { type: BrowserType; options: LaunchOptions } {
  if (!isFirefox) return { type: chromium, options: launchOptions() };
  const executablePath = fileURLToPath(new URL("firefox.mjs", import.meta.url));
  const env = { ...process.env, FIREFOX: engineAt("firefox") };
  // The theme and the wish for little movement, which Firefox takes from the system.
  const firefoxUserPrefs = { "ui.systemUsesDarkTheme": 1, "ui.prefersReducedMotion": 1 };
  return { type: firefox, options: { channel: "moz-firefox", executablePath, env, firefoxUserPrefs } };
}
