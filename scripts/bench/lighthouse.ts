import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "@playwright/test";
import { freePort } from "../lib/ports.ts";
import { binOf, runNode } from "../lib/processes.ts";
import { below, type Measured } from "./report.ts";

/** The lowest score of each category, with Lighthouse's mobile profile and simulated throttling. */
const BUDGETS = { performance: 95, accessibility: 100, "best-practices": 100 } as const;
const RUNS = 5;

/**
 * Switches off pages that Chromium renders for its address bar, which compete with the measured page on a small
 * machine.
 */
const OFF = "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,PaintHolding,OptimizationHints";

type Report = {
  categories: Record<keyof typeof BUDGETS, { score: number | null }>;
  audits: Record<"largest-contentful-paint" | "total-blocking-time", { numericValue: number }>;
};

async function run(port: number, url: string, tries = 3): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "lighthouse-"));
  const output = join(folder, "report.json");
  try {
    const { code, output: printed } = await runNode(binOf("lighthouse"), [
      url,
      "--quiet",
      "--output=json",
      `--output-path=${output}`,
      `--only-categories=${Object.keys(BUDGETS).join(",")}`,
      `--port=${port}`,
      // Keeps the session, which is in the browser's storage.
      "--disable-storage-reset",
    ]);
    // Sometimes Chromium's trace lacks events that Lighthouse needs, independently of the page.
    if (code !== 0 && tries > 1) return await run(port, url, tries - 1);
    if (code !== 0) throw new Error(`Lighthouse failed for ${url}:\n${printed}`);
    return JSON.parse(readFileSync(output, "utf8")) as Report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lets the next visit find no file of the app in the browser; cookies and what the app stores stay. */
async function emptyCaches(browser: BrowserContext, origin: string): Promise<void> {
  const page = await browser.newPage();
  const session = await browser.newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "service_workers,cache_storage" });
  await page.close();
}

/**
 * Returns Lighthouse's scores of the sign-in page and the dashboard: the median of five runs each, after one that is not
 * counted. A cold visit is one whose browser has no file of the app.
 */
export async function measureLighthouse(executablePath: string, address: string): Promise<Measured[]> {
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), "profile-"));
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: ["--no-sandbox", OFF, `--remote-debugging-port=${port}`],
  });
  const scoresOf = async (what: string, path: string) => {
    const visits = [
      [what, undefined],
      [`${what}, cold`, () => emptyCaches(browser, address)],
    ] as const;
    const measured: Measured[] = [];
    for (const [name, prepare] of visits)
      measured.push(...(await scores(port, name, address + path, prepare)));
    return measured;
  };
  try {
    const signIn = await scoresOf("sign-in", "/auth");
    await browser.request.post(`${address}/api/login`, {
      headers: { Origin: address },
      data: { username: "admin", password: "command-centre" },
    });
    return [...signIn, ...(await scoresOf("dashboard", "/dashboard"))];
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function scores(
  port: number,
  name: string,
  url: string,
  prepare: () => Promise<void> = async () => {},
): Promise<Measured[]> {
  const reports: Report[] = [];
  // In the first run after a start, server and browser have not compiled everything yet.
  await run(port, url);
  for (let at = 0; at < RUNS; at++) {
    await prepare();
    reports.push(await run(port, url));
  }
  const median = (figure: (report: Report) => number) =>
    reports.map(figure).toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
  const [painted, blocked] = [
    median(({ audits }) => audits["largest-contentful-paint"].numericValue),
    median(({ audits }) => audits["total-blocking-time"].numericValue),
  ];
  const times = `drawn after ${Math.round(painted)} ms, blocked for ${Math.round(blocked)}`;
  return (Object.entries(BUDGETS) as [keyof typeof BUDGETS, number][]).map(([category, least]) => {
    const is = median(({ categories }) => Math.round((categories[category].score ?? 0) * 100));
    const what = `Lighthouse mobile, ${name}: ${category}${category === "performance" ? ` (${times})` : ""}`;
    return { what, ...below({ least, is, unit: "points" }) };
  });
}
