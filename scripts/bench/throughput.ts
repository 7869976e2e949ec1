import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import autocannon from "autocannon";
import { withDatabase } from "../lib/database.ts";
import { addOfficers } from "../lib/in-discord.ts";
import type { LocalDatabase } from "../lib/local-worker.ts";
import { readBindings } from "../lib/local-worker.ts";
import { temporaryData } from "../lib/running.ts";
import { DEMO_DISCORD } from "../lib/settings.ts";
import { buildEntry } from "./entry.ts";
import { below, type Measured } from "./report.ts";

/** The lowest throughput of an authenticated list, relative to a bare route running its SQL in one batch. */
const BUDGET = 0.65;
const CONNECTIONS = 10;
const ROUNDS = 5;
const SECONDS = 2;
const PROSPECTS = 10_000;

const LISTS = {
  "a page of 500 prospects": "/api/prospects/1",
  "a page of 50 prospects": "/api/prospects/1?stage=onboarding&limit=50",
};

/** Fills a database with 10,000 prospects; returns the session token of an officer. */
export async function fillProspects(database: LocalDatabase): Promise<string> {
  const [officer] = await addOfficers(database, 1);
  const at = new Date().toISOString();
  await database
    .prepare(
      `insert into prospects (organization_id, display_name, username, status, deadline, notes, discord_id,
         discord_status, stage_changed_at, created_at, updated_at)
       with recursive n(v) as (select 1 union all select v + 1 from n where v < ?2)
       select 1, 'Person ' || v, 'person' || v,
         json_extract('["intro","intro_completed","assigned_onboarding","onboarding","active"]', '$[' || (v % 5) || ']'),
         ?1, 'Flies with us on Thursdays already. Wants medical training.', cast(200000000000000000 + v as text),
         'active', ?1, ?1, ?1 from n`,
    )
    .bind(at, PROSPECTS)
    .run();
  return officer?.token ?? "";
}

async function requestsPerSecond(url: string, cookie: string): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { cookie },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} failed ${result.non2xx + result.errors} times`);
  return result.requests.average;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Measures the product's list and the bare route alternately, on one runtime, and compares the medians of the pairs.
 */
export async function measureThroughput(): Promise<Measured[]> {
  using data = temporaryData();
  const folder = `${data.folder}/bench`;
  mkdirSync(folder, { recursive: true });
  const token = await withDatabase(folder, "npm run bench", fillProspects);
  const script = `${data.folder}/worker.js`;
  await buildEntry("bench.ts", script);
  const { workerOptions } = await readBindings();
  const { convertV4MiniflareOptions, Log, LogLevel, Miniflare } = await import("miniflare");
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      log: new Log(LogLevel.ERROR),
      host: "127.0.0.1",
      port: 0,
      cf: false,
      telemetry: { enabled: false },
      resourcePersistencePath: `${folder}/v3`,
      workers: [
        {
          name: "bench",
          modules: [{ type: "ESModule", path: script }],
          modulesRoot: data.folder,
          ...(workerOptions.compatibilityDate ? { compatibilityDate: workerOptions.compatibilityDate } : {}),
          ...(workerOptions.compatibilityFlags
            ? { compatibilityFlags: workerOptions.compatibilityFlags }
            : {}),
          ...(workerOptions.d1Databases ? { d1Databases: workerOptions.d1Databases } : {}),
          bindings: {
            APP_URL: "http://localhost:8787",
            ...DEMO_DISCORD,
            DISCORD_PUBLIC_KEY: "00".repeat(32),
            SECRETS_KEYS: `bench:${randomBytes(32).toString("base64")}`,
          },
        },
      ],
    }),
  );
  try {
    const base = (await runtime.ready).origin;
    const cookie = `session=${token}`;
    const measured: Measured[] = [];
    for (const [name, path] of Object.entries(LISTS)) {
      const recorded = await fetch(`${base}/bench/record${path}`, { headers: { cookie } });
      const answered = (await recorded.json()) as unknown[];
      const bare = (await (await fetch(`${base}/bench/bare`)).json()) as unknown[];
      if (!recorded.ok || answered.length === 0) throw new Error(`${path} answered ${recorded.status}`);
      if (Math.abs(bare.length - answered.length) > 1)
        throw new Error("the bare route does not run the same SQL");
      const ratios: number[] = [];
      const speeds: number[] = [];
      await requestsPerSecond(base + path, cookie);
      for (let round = 0; round < ROUNDS; round++) {
        const ours = await requestsPerSecond(base + path, cookie);
        const theirs = await requestsPerSecond(`${base}/bench/bare`, cookie);
        ratios.push(ours / theirs);
        speeds.push(ours);
      }
      measured.push({
        what: `${name}: throughput against a bare route (${Math.round(median(speeds))} requests/s)`,
        ...below({ least: BUDGET, is: median(ratios), unit: "×", digits: 2 }),
      });
    }
    return measured;
  } finally {
    await runtime.dispose();
  }
}
