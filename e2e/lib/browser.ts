import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The browser to drive: the one CHROME_PATH names, else Playwright's own (undefined), else the system's. */
export function browserPath(): string | undefined {
  const named = process.env["CHROME_PATH"];
  if (named) return named;
  if (existsSync(chromium.executablePath())) return undefined;
  return PLACES.find((place) => existsSync(place));
}
