import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Locator } from "@playwright/test";

/** Browsers beside Chromium, each with where it is and what installs it on Debian. */
const ENGINES = {
  firefox: {
    title: "Firefox",
    names: ["firefox-esr", "firefox"],
    places: [
      "/Applications/Firefox.app/Contents/MacOS/firefox",
      "C:\\Program Files\\Mozilla Firefox\\firefox.exe",
    ],
    needs: [],
    packages: "firefox-esr",
  },
  webkit: {
    title: "WebKit",
    names: ["WebKitWebDriver"],
    places: [],
    needs: ["Xvfb"],
    packages: "webkit2gtk-driver xvfb",
  },
} as const;

/** The path of a program of the system, or undefined. */
function programAt(name: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

const isOther = (name: string): name is keyof typeof ENGINES => name in ENGINES;

/** The path of the browser, or of the program that drives it; undefined where a part of it is not installed. */
export function engineAt(engine: keyof typeof ENGINES): string | undefined {
  const { names, places, needs } = ENGINES[engine];
  if (needs.some((name) => programAt(name) === undefined)) return undefined;
  const found = names.map(programAt).find((path) => path !== undefined);
  return found ?? places.find((path) => existsSync(path));
}

/** Returns what installs the browser that a project is named after; nothing where it is installed. */
export function missing(project: string): string | null {
  if (!isOther(project) || engineAt(project)) return null;
  const { title, packages } = ENGINES[project];
  return `${title} is not installed: on Debian, apt-get install ${packages}`;
}

export type Text = string | RegExp;
export type Role = Parameters<Locator["getByRole"]>[0];
type ByRole = { name?: Text; exact?: boolean; level?: number };

/** Finds elements on a page, or within found ones: the part of Playwright's locators that every browser here has. */
export interface Finder {
  getByRole(role: Role, options?: ByRole): Target;
  getByLabel(text: Text, options?: { exact?: boolean }): Target;
  getByText(text: Text, options?: { exact?: boolean }): Target;
  locator(css: string): Target;
}

/** Acts wait until there is exactly one such element and it can be acted on. */
export interface Target extends Finder {
  filter(options: { hasText: Text }): Target;
  first(): Target;
  click(): Promise<void>;
  fill(text: string): Promise<void>;
  selectOption(value: string): Promise<unknown>;
  setInputFiles(path: string): Promise<void>;
  /** @param options `visible` without them */
  waitFor(options?: { state: "visible" | "hidden" }): Promise<void>;
  inputValue(): Promise<string>;
  count(): Promise<number>;
}

/** A page in any of the browsers. */
export interface EnginePage extends Finder {
  goto(address: string): Promise<unknown>;
  reload(): Promise<unknown>;
  /** The function cannot use variables outside of it. */
  evaluate<Result>(read: () => Result | Promise<Result>): Promise<Result>;
  keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
  setViewportSize(size: { width: number; height: number }): Promise<void>;
  screenshot(options: { path: string }): Promise<unknown>;
}
