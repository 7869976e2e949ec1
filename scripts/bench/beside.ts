import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import autocannon from "autocannon";
import { buildWorker } from "../lib/builds.ts";
import { cpuOfTree } from "../lib/cpu.ts";
import { withDatabase } from "../lib/database.ts";
import { onEnd } from "../lib/lifetime.ts";
import { startWorker } from "../lib/local-worker.ts";
import { freePort } from "../lib/ports.ts";
import { temporaryData } from "../lib/running.ts";
import { DEMO_DISCORD } from "../lib/settings.ts";
import { markdownTable } from "../lib/table.ts";
import { findWorkerd } from "./organization.ts";
import { below, type Measured } from "./report.ts";
import { documentOf, STRAPI, startStrapi } from "./strapi.ts";
import { fillProspects } from "./throughput.ts";

const ROUNDS = 5;
const LISTS = { connections: 10, duration: 3 };
const EDITS = { connections: 4, amount: 400 };

const TARGETS: Record<string, { least: number } | { most: number }> = {
  "list of 50: requests/s": { least: 3 },
  "list of 500: requests/s": { least: 3.3 },
  "edit: p50 ms": { most: 0.8 },
  "edit: p99 ms": { most: 1.5 },
};

const UNFAIR = `Both answer the same records in the same order, by indexes of the same columns. Figures are medians of ${ROUNDS} rounds in turns,
ratios the medians of the pairs, CPU that of workerd with its database, and of Strapi's process.
Unfair to us: an edit checks the version and writes history, audit log and budget as well, nine rows in one batch, where Strapi
writes the row alone; we log each request, Strapi none. Miniflare stands for
Cloudflare: requests pass its proxy, batches go as JSON to the isolate of the database, and each, also one that only reads, writes a
bookmark with an fsync.
Unfair to Strapi: it counts the total for each page, as it does by default, where we name the next page. Its SQLite keeps a rollback journal by default, with four fsyncs for an edit; D1's keeps a log (WAL), with one,
and one for the bookmark.
`;

type List = { path: string; count: number };
type Side = {
  address: string;
  pid: number;
  headers: Record<string, string>;
  lists: readonly List[];
  edit: (id: number) => { method: "PATCH" | "PUT"; path: string; body: string };
};
type Round = Record<"requests/s" | "CPU ms" | "p50 ms" | "p99 ms", number>;

/** The value below which a share of the values is. */
const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? 0;

/** Sends requests to a side and returns what they took. @throws Error when one fails */
async function send(side: Side, options: Partial<autocannon.Options>): Promise<Round> {
  const latencies: number[] = [];
  const before = cpuOfTree(side.pid) ?? 0;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const load = autocannon({ url: side.address, headers: side.headers, ...options }, (error, done) =>
      error ? reject(error) : resolve(done),
    );
    load.on("response", (_client, _status, _bytes, ms) => latencies.push(ms));
  });
  if (result.non2xx + result.errors)
    throw new Error(`${result.non2xx + result.errors} requests to ${side.address} failed`);
  return {
    "requests/s": latencies.length / result.duration,
    "CPU ms": (1_000 * ((cpuOfTree(side.pid) ?? 0) - before)) / latencies.length,
    "p50 ms": quantile(latencies, 0.5),
    "p99 ms": quantile(latencies, 0.99),
  };
}

/** Asks for a list once; returns its bytes. @throws Error when it has not as many records as expected */
async function bytesOf(side: Side, { path, count }: List): Promise<number> {
  const headers = { ...side.headers, "Accept-Encoding": "identity" };
  const text = await (await fetch(side.address + path, { headers })).text();
  const answer = JSON.parse(text);
  const records: unknown[] = Array.isArray(answer) ? answer : answer.data;
  if (records?.length !== count) throw new Error(`${path} answered ${text.slice(0, 300)}`);
  return Buffer.byteLength(text);
}

/** Runs the product as `npm start` does, with 10,000 prospects. */
async function startProduct(folder: string) {
  await buildWorker();
  const organization = `${folder}/product`;
  mkdirSync(organization);
  const token = await withDatabase(organization, "npm run bench", fillProspects);
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const settings = {
    ...{ APP_URL: address, DISCORD_PUBLIC_KEY: "0".repeat(64), ...DEMO_DISCORD },
    SECRETS_KEYS: `bench:${randomBytes(32).toString("base64")}`,
  };
  const worker = await startWorker({ organization, port, settings });
  return { organization, address, token, pid: findWorkerd(), [Symbol.asyncDispose]: worker.close };
}

const json = { "Content-Type": "application/json" };

const ours = ({ address, pid, token }: Awaited<ReturnType<typeof startProduct>>): Side => ({
  ...{ address, pid, headers: { ...json, Cookie: `session=${token}`, Origin: address } },
  lists: [
    { path: "/api/prospects/1?stage=active&limit=50", count: 50 },
    { path: "/api/prospects/1?limit=500", count: 500 },
  ],
  edit: (id) => ({
    ...{ method: "PATCH", path: `/api/prospects/${id}/notes` },
    body: JSON.stringify({ notes: `Speaks Danish, ${id}`, version: 1 }),
  }),
});

const ORDER = "sort[0]=deadline&sort[1]=id&pagination[pageSize]";
const theirs = ({ address, pid, token }: Awaited<ReturnType<typeof startStrapi>>): Side => ({
  ...{ address, pid, headers: { ...json, Authorization: `Bearer ${token}` } },
  lists: [
    { path: `/api/prospects?filters[status][$eq]=active&${ORDER}=50`, count: 50 },
    { path: `/api/prospects?${ORDER}=500`, count: 500 },
  ],
  edit: (id) => ({
    ...{ method: "PUT", path: `/api/prospects/${documentOf(id)}` },
    body: JSON.stringify({ data: { notes: `Speaks Danish, ${id}` } }),
  }),
});

/** Measures lists and edits of the product and of Strapi in turns, with the same rows on the same machine. */
export async function measureBeside(): Promise<Measured[]> {
  using data = temporaryData();
  // Strapi's packages have 700 MB, which are not left behind on Ctrl-C either.
  onEnd(() => data[Symbol.dispose]());
  await using product = await startProduct(data.folder);
  await using strapi = await startStrapi(`${data.folder}/strapi`, product.organization);
  const sides = [ours(product), theirs(strapi)] as const;
  const rows: string[][] = [];
  const measured: Measured[] = [];
  const note = (what: string, pairs: readonly (readonly [number, number])[], digits: number) => {
    const is = quantile(
      pairs.map(([own, other]) => own / other),
      0.5,
    );
    const medians = [0, 1].map((at) =>
      quantile(
        pairs.map((pair) => pair[at] ?? 0),
        0.5,
      ).toFixed(digits),
    );
    rows.push([what, ...medians, `${is.toFixed(2)} ×`]);
    const target = TARGETS[what];
    if (target)
      measured.push({ what: `${what}, of Strapi's`, ...below({ ...target, is, unit: "×", digits: 2 }) });
  };
  /** Measures both sides in turns, after a round that is not counted, and notes some of the figures. */
  async function compare(
    what: string,
    figures: readonly (keyof Round)[],
    ask: (side: Side) => Promise<Round>,
  ) {
    const pairs: [Round, Round][] = [];
    for (let round = 0; round <= ROUNDS; round++) pairs.push([await ask(sides[0]), await ask(sides[1])]);
    for (const figure of figures)
      note(
        `${what}: ${figure}`,
        pairs.slice(1).map(([own, other]) => [own[figure], other[figure]]),
        figure === "requests/s" ? 0 : 2,
      );
  }
  for (const at of [0, 1]) {
    const list = (side: Side) => side.lists[at] as List;
    const what = `list of ${list(sides[0]).count}`;
    note(
      `${what}: bytes`,
      [[await bytesOf(sides[0], list(sides[0])), await bytesOf(sides[1], list(sides[1]))]],
      0,
    );
    await compare(what, ["requests/s", "CPU ms"], (side) =>
      send(side, { ...LISTS, url: side.address + list(side).path }),
    );
  }
  const edited = new Map<Side, number>();
  await compare("edit", ["p50 ms", "p99 ms", "CPU ms"], (side) =>
    send(side, {
      ...EDITS,
      requests: [
        {
          // Each edit is of a record that was not edited before.
          setupRequest(request) {
            const id = (edited.get(side) ?? 0) + 1;
            edited.set(side, id);
            return { ...request, ...side.edit(id) };
          },
        },
      ],
    }),
  );
  console.log(`${markdownTable(["", "ours", `Strapi ${STRAPI}`, "ratio"], rows)}\n${UNFAIR}`);
  return measured;
}
