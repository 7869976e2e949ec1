import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Every file of the product that reads a stream, and what bounds it before anything is done with what came. */
const READERS: Record<string, string> = {
  "worker/lib/outgoing/outgoing.ts": "bytes of an answer",
  "worker/features/backup/export.ts": "pages of our own rows",
  "worker/features/backup/restore/read.ts": "bytes of a line, a document and what a packed one becomes",
  "worker/features/backup/restore/stage.ts": "pieces of read.ts",
  "worker/features/rsi/citizen.ts": "bytes of a page",
  "worker/features/ships/photo.ts": "bytes of a picture",
  "worker/features/webhooks/send.ts": "bytes of an answer, of which the beginning is read",
  "web/features/backup/read-backup.ts": "a document of our own server",
  "bot-gateway/http/server.ts": "bytes of a request",
  "bot-gateway/network/line.ts": "bytes of the first line, before it is forwarded",
  "bot-gateway/report/lines.ts": "characters of a line, and lines at a time",
  "bot-gateway/runtime/node/command-centre.js": "by line.js: characters of an order",
  "bot-gateway/runtime/python/command_centre_line.py": "bytes of an order",
  "bot-gateway/sandbox/bot-process.ts": "what bubblewrap says once",
  "bot-gateway/sandbox/disk.ts": "entries of a folder, which are counted",
  "bot-gateway/sandbox/network-probe.ts": "our own probe",
  "bot-gateway/sandbox/tools.ts": "characters of a tool's output",
  "bot-gateway/sandbox/trial.ts": "our own trial bot",
  "bot-gateway/supervise/files.ts": "entries of a folder and bytes of a file",
};

const READS =
  /getReader\(|\bfor await \(|\.on\("data"|\bdata_received\b|DecompressionStream\(|createGunzip\(|createInterface\(|sys\.stdin/;
/** A piece is put to what was there before, and both are looked at again. */
const READS_AGAIN = /\(\s*[\w.#]+\s*\+\s*[\w.#]+\s*\)\s*\.(split|indexOf|includes|match|search|find)\b/;

const sources = ["worker", "web", "bot-gateway"].flatMap((folder) =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: "utf8" })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.(tsx?|[cm]?js|py)$/.test(path))
    .filter((path) => !/\.test\.ts$|\/(testing|hostile|node_modules)\//.test(path))
    .map((path) => ({ path, text: readFileSync(`${ROOT}${path}`, "utf8") })),
);

test("each file that reads a stream is named here with what bounds it", () => {
  const found = sources.filter(({ text }) => READS.test(text)).map(({ path }) => path);
  assert.deepEqual(found.toSorted(), Object.keys(READERS).toSorted());
});

test("no reader scans its buffer again with each piece", () => {
  assert.deepEqual(
    sources.filter(({ text }) => READS_AGAIN.test(text)).map(({ path }) => path),
    [],
  );
});
