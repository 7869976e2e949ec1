import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import { engineOptions } from "./browser.ts";
import { type EnginePage, missing } from "./engines.ts";
import { type Account, People } from "./people.ts";
import { Watch } from "./watch.ts";
import { WebKit } from "./webkit.ts";

/** Most milliseconds for the picture of a page that failed. */
const LOOK = 5_000;

/** A window with storage of its own, in any of the browsers. */
export type Visit = {
  page: EnginePage;
  /** The path of the file that the act saves. */
  download: (act: () => Promise<void>) => Promise<string>;
};

type Opened = Visit & { problems: () => string[]; close: () => Promise<unknown> };
type Cookies = Awaited<ReturnType<People["cookies"]>>;
type Started = {
  open: (address: string, cookies: Cookies) => Promise<Opened>;
  close: () => Promise<unknown>;
};

/** The path of the file that an act saves in a folder; while it is written it is empty or has another ending. */
async function savedBy(act: () => Promise<void>, folder: string): Promise<string> {
  const before = new Set(readdirSync(folder));
  const isSaved = (name: string) =>
    !before.has(name) && !/\.(part|wkdownload)$/.test(name) && statSync(join(folder, name)).size > 0;
  await act();
  let path: string | undefined;
  await expect
    .poll(() => {
      const name = readdirSync(folder).find(isSaved);
      path = name && join(folder, name);
      return path;
    }, "a file is saved")
    .toBeTruthy();
  return path as unknown as string;
}

async function startWebKit(): Promise<Started> {
  const webkit = await WebKit.start();
  return {
    open: async (address, cookies) => ({
      ...(await webkit.open(address, cookies)),
      download: (act) => savedBy(act, webkit.downloads),
      // WebDriver does not report the console.
      problems: () => [],
    }),
    close: () => webkit.close(),
  };
}

/**
 * Types as an editor does. In Firefox Playwright sets a field's value instead, which React does not notice. Runs in the
 * page.
 */
function insertByEditing(): void {
  const insert = (text: string) => void document.execCommand("insertText", false, text);
  Object.defineProperty(window, "__pw_bidiInsertText", { get: () => insert, set: () => undefined });
}

/** Starts Chromium, or the Firefox of the system by WebDriver BiDi, which Playwright speaks. */
async function startByPlaywright(isFirefox: boolean): Promise<Started> {
  const { type, options } = engineOptions(isFirefox);
  const downloadsPath = mkdtempSync(join(tmpdir(), "downloads-"));
  const browser = await type.launch({ ...options, downloadsPath });
  return {
    open: async (baseURL, cookies) => {
      const context = await browser.newContext({
        ...{ baseURL, viewport: { width: 1440, height: 900 }, locale: "en-GB", colorScheme: "dark" },
        ...{ timezoneId: "Europe/Copenhagen", reducedMotion: "reduce", serviceWorkers: "allow" },
      });
      context.setDefaultTimeout(60_000);
      await context.addCookies(cookies);
      if (isFirefox) await context.addInitScript(insertByEditing);
      // Without windows the browser denies pages the clipboard; with them a press may write to it.
      else await context.grantPermissions(["clipboard-write"]);
      const watch = new Watch();
      watch.follow(context);
      const page: Page = await context.newPage();
      const problems = () => watch.unexpected();
      const download: Visit["download"] = (act) => savedBy(act, downloadsPath);
      return { page, download, problems, close: () => context.close() };
    },
    close: async () => {
      await browser.close();
      rmSync(downloadsPath, { recursive: true, force: true });
    },
  };
}

type Fixtures = {
  /** Opens a window in which the account is signed in; null for a visitor, and another address in place of the product's. */
  visit: (account: Account | null, address?: string) => Promise<Visit>;
  people: People;
  /** Complaints of the browser that belong to the journey. */
  expected: RegExp[];
};

/** A journey that every browser takes; the name of its project is that of the browser. */
export const test = base.extend<Fixtures, { started: Started | null }>({
  started: [
    async ({ browserName: _ }, use, { project }) => {
      if (missing(project.name)) return use(null);
      const isWebKit = project.name === "webkit";
      const started = isWebKit ? await startWebKit() : await startByPlaywright(project.name === "firefox");
      await use(started);
      await started.close();
    },
    { scope: "worker" },
  ],
  people: async ({ baseURL }, use) => use(new People(baseURL ?? "")),
  expected: async ({ browserName: _ }, use) => use([]),
  visit: async ({ started, people, expected, baseURL }, use, info) => {
    info.skip(!started, missing(info.project.name) ?? "");
    const opened: Opened[] = [];
    await use(async (account, address = baseURL ?? "") => {
      const cookies = account ? await people.cookies(account) : [];
      const visit = await (started as Started).open(address, cookies);
      opened.push(visit);
      return visit;
    });
    if (info.status !== info.expectedStatus)
      for (const [at, { page }] of opened.entries()) {
        const end = new Promise((resolve) => setTimeout(resolve, LOOK));
        await Promise.race([page.screenshot({ path: info.outputPath(`page-${at}.png`) }), end]);
      }
    const problems = opened.flatMap((each) => each.problems());
    for (const each of opened) await each.close();
    const unexpected = problems.filter((text) => !expected.some((each) => each.test(text)));
    expect(unexpected, "what the browser complained of").toEqual([]);
  },
});

export { expect };
