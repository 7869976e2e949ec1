import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binOf, runNode } from "../lib/processes.ts";
import { below, type Measured } from "./report.ts";

/** Least score of each category, Lighthouse's mobile profile with simulated throttling. */
const BUDGETS = { performance: 95, accessibility: 100, "best-practices": 100 } as const;
const RUNS = 3;

type Report = { categories: Record<keyof typeof BUDGETS, { score: number | null }> };

async function run(executablePath: string, url: string, cookie: string | null): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "lighthouse-"));
  const output = join(folder, "report.json");
  const headers = join(folder, "headers.json");
  writeFileSync(headers, JSON.stringify(cookie ? { Cookie: cookie } : {}));
  try {
    const { code, output: said } = await runNode(
      binOf("lighthouse"),
      [
        url,
        "--quiet",
        "--output=json",
        `--output-path=${output}`,
        `--only-categories=${Object.keys(BUDGETS).join(",")}`,
        "--chrome-flags=--headless=new --no-sandbox",
        `--extra-headers=${headers}`,
      ],
      { CHROME_PATH: executablePath },
    );
    if (code !== 0) throw new Error(`Lighthouse failed for ${url}:\n${said}`);
    return JSON.parse(readFileSync(output, "utf8")) as Report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lighthouse's scores of the sign-in page and the dashboard, the median of three runs each. */
export async function measureLighthouse(executablePath: string, address: string): Promise<Measured[]> {
  const answer = await fetch(`${address}/api/login`, {
    method: "POST",
    headers: { Origin: address, "Content-Type": "application/json" },
    body: JSON.stringify({ username: "admin", password: "command-centre" }),
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const measured: Measured[] = [];
  for (const [name, path, session] of [
    ["sign-in", "/auth", null],
    ["dashboard", "/dashboard", cookie],
  ] as const) {
    const reports: Report[] = [];
    for (let at = 0; at < RUNS; at++) reports.push(await run(executablePath, address + path, session));
    for (const [category, least] of Object.entries(BUDGETS) as [keyof typeof BUDGETS, number][]) {
      const scores = reports.map((report) => Math.round((report.categories[category].score ?? 0) * 100));
      const is = scores.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
      measured.push({
        what: `Lighthouse mobile, ${name}: ${category}`,
        ...below({ least, is, unit: "points" }),
      });
    }
  }
  return measured;
}
