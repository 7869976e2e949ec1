import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Restore } from "../../worker/features/backup/restore/restore.schema.ts";
import { buildWorker } from "../lib/builds.ts";
import { openFile, withDatabase } from "../lib/database.ts";
import { addOfficers } from "../lib/in-discord.ts";
import type { LocalDatabase } from "../lib/local-worker.ts";
import { startWorker } from "../lib/local-worker.ts";
import { freePort } from "../lib/ports.ts";
import { temporaryData } from "../lib/running.ts";
import { DEMO_DISCORD } from "../lib/settings.ts";
import { openIsolate } from "./isolate.ts";
import { below, type Measured } from "./report.ts";

const PROSPECTS = 10_000;
const ENTRIES = 100_000;
/** Characters of an entry's note, so that the document has about 200 MB. */
const NOTE = 1_800;
/** Megabytes that an isolate has. https://developers.cloudflare.com/workers/platform/limits/#memory */
const MEMORY_MB = 128;
/** Seconds that D1 gives a batch. */
const BATCH_SECONDS = 30;

/** Fills a database; returns the session token of an administrator. */
async function fill(database: LocalDatabase): Promise<string> {
  const [administrator] = await addOfficers(database, 1);
  const numbers = "with recursive n(v) as (select 1 union all select v + 1 from n where v < ?1)";
  const at = new Date().toISOString();
  await database
    .prepare("update members set role_id = (select id from roles where key = 'administrator')")
    .run();
  await database
    .prepare(
      `insert into prospects (organization_id, display_name, username, status, discord_id, discord_status, stage_changed_at,
         created_at, updated_at)
       ${numbers} select 1, 'Person ' || v, 'person' || v, 'intro', cast(200000000000000000 + v as text), 'active', ?2, ?2, ?2 from n`,
    )
    .bind(PROSPECTS, at)
    .run();
  await database
    .prepare(
      `insert into prospect_history (prospect_id, action, performed_by, created_at, notes)
       ${numbers} select 1 + v % ?3, 'edited', 'Ada', ?2, v || substr(hex(randomblob(${NOTE / 2})), 1, ${NOTE}) from n`,
    )
    .bind(ENTRIES, at, PROSPECTS)
    .run();
  return administrator?.token ?? "";
}

/** The processes of workerd that this command started, and the megabytes that they hold. */
function workerdMemory(): number {
  let kilobytes = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      const parent = /^PPid:\s+(\d+)/m.exec(status)?.[1];
      if (/^Name:\s+workerd/m.test(status) && parent === String(process.pid))
        kilobytes += Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    } catch {
      // It ended meanwhile.
    }
  }
  return kilobytes / 1_000;
}

type Isolate = Awaited<ReturnType<typeof openIsolate>>;

/**
 * Runs `work` and returns its seconds, the most megabytes of the worker's isolate, and how many the whole runtime took more,
 * which has the database as well.
 */
async function watched<Result>(worker: Isolate, work: () => Promise<Result>) {
  const before = workerdMemory();
  let [isolate, runtime, isOver] = [0, before, false];
  const look = async () => {
    isolate = Math.max(isolate, await worker.megabytes());
    runtime = Math.max(runtime, workerdMemory());
  };
  const startedAt = performance.now();
  const working = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await look();
    await Promise.race([working, new Promise((resolve) => setTimeout(resolve, 50))]);
  }
  const result = await working;
  return { result, seconds: (performance.now() - startedAt) / 1_000, isolate, more: runtime - before };
}

/**
 * Makes a document of about 200 MB, deletes everybody in it, and restores it: how long each part takes, and the most that the
 * worker's isolate holds, with what V8 has not collected yet. Here nothing limits it: V8 collects the more the closer it comes
 * to a limit.
 */
export async function measureRestore(): Promise<Measured[]> {
  await buildWorker();
  using data = temporaryData();
  const organization = `${data.folder}/bench`;
  mkdirSync(organization);
  const token = await withDatabase(organization, "npm run bench", fill);
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const settings = {
    ...{ APP_URL: address, DISCORD_PUBLIC_KEY: "0".repeat(64), ...DEMO_DISCORD },
    SECRETS_KEYS: `bench:${randomBytes(32).toString("base64")}`,
  };
  const inspectorPort = await freePort();
  const worker = await startWorker({ organization, port, settings, inspectorPort });
  const isolate = await openIsolate(inspectorPort);
  const headers = { Cookie: `session=${token}`, Origin: address, "Content-Type": "application/json" };
  const ask = async (path: string, init: RequestInit): Promise<Restore> => {
    const response = await fetch(address + path, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Restore;
  };
  try {
    // The memory that a first request takes is not counted.
    for (const path of ["/api/user", "/api/prospects/1?limit=500", "/api/audit/1"])
      await (await fetch(address + path, { headers })).arrayBuffer();
    const [plain, packed] = [`${data.folder}/backup.json`, `${data.folder}/backup.json.gz`];
    const exported = await watched(isolate, async () => {
      const response = await fetch(`${address}/api/backup/export`, { headers });
      if (!response.body) throw new Error(`the export answered ${response.status}`);
      await pipeline(Readable.fromWeb(response.body as never), createWriteStream(plain));
    });
    await pipeline(createReadStream(plain), createGzip({ level: 1 }), createWriteStream(packed));
    const megabytes = statSync(plain).size / 1_000_000;
    const file = openFile(organization);
    file.exec("delete from prospect_history; delete from prospects");
    file.close();
    const rehearsed = await watched(isolate, () =>
      ask("/api/backup/restores", {
        method: "POST",
        headers: { ...headers, "Content-Encoding": "gzip" },
        body: Readable.toWeb(createReadStream(packed)) as never,
        duplex: "half",
      } as RequestInit),
    );
    const { id, confirm } = rehearsed.result;
    const applied = await watched(isolate, async () => {
      for (;;) {
        const startedAt = performance.now();
        const now = await ask(`/api/backup/restores/${id}/apply`, {
          method: "POST",
          headers,
          body: JSON.stringify({ confirm }),
        });
        if (now.state !== "running") return { now, last: (performance.now() - startedAt) / 1_000 };
      }
    });
    const { now, last } = applied.result;
    const contents = `${megabytes.toFixed(0)} MB, ${PROSPECTS} prospects with ${ENTRIES} entries`;
    const memory = (what: string, each: typeof rehearsed | typeof exported): Measured => ({
      what: `${what}, ${each.seconds.toFixed(1)} s: the isolate (the runtime with its database took ${each.more.toFixed(0)} MB more)`,
      ...below({ most: MEMORY_MB, is: each.isolate, unit: "MB" }),
    });
    return [
      memory(`export of ${contents}`, exported),
      memory("its rehearsal", rehearsed),
      {
        what: `its application (${now.state}), ${applied.seconds.toFixed(1)} s in all: the request with the last batch`,
        ...below({ most: BATCH_SECONDS, is: last, unit: "s", digits: 1 }),
      },
    ];
  } finally {
    isolate.close();
    await worker.close();
  }
}
