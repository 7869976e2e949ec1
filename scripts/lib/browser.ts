import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { binOf, showNode } from "./processes.ts";

const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
  "microsoft-edge",
];

const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

function systemBrowser(): string | null {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const candidates = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...PLACES];
  return candidates.find((path) => existsSync(path)) ?? null;
}

/** Returns whether Debian's package manager exists and may be used. */
const mayInstallPackages = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

function installDebianChromium(): boolean {
  const apt = (args: string[]) =>
    spawnSync("apt-get", args, {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0;
  const install = (name: string) => apt(["install", "-y", "-qq", "--no-install-recommends", name]);
  if (!apt(["update", "-qq"]) || !install("chromium")) return false;
  // Cheaper, and not there in every version of the system.
  install("chromium-headless-shell");
  return true;
}

const found = (path: string | null) => (path ? { CHROME_PATH: path } : null);

/**
 * Finds a Chromium: the one that CHROME_PATH names, Playwright's own, or the system's. Returns the environment in which
 * Playwright finds it, or null where there is none.
 */
export function installedBrowser(): NodeJS.ProcessEnv | null {
  const named = process.env["CHROME_PATH"];
  if (named && existsSync(named)) return found(named);
  return existsSync(chromium.executablePath()) ? {} : found(systemBrowser());
}

/**
 * Finds a Chromium, or installs one by Playwright's download or as Debian's package. Returns the environment in which
 * Playwright finds it, or null when this machine cannot have one.
 */
export async function findBrowser(): Promise<NodeJS.ProcessEnv | null> {
  const installed = installedBrowser();
  if (installed) return installed;
  console.log("No browser is installed; asking Playwright for one…");
  if ((await showNode(binOf("@playwright/test", "playwright"), ["install", "chromium"])) === 0) return {};
  if (mayInstallPackages() && installDebianChromium()) return found(systemBrowser());
  return null;
}
