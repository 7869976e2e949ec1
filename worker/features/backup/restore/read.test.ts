import { beforeEach, expect, it, vi } from "vitest";
import { AppError } from "../../../lib/errors.ts";
import { fill } from "../../../testing/fill.ts";
import { type Caller, person, prospect } from "../../../testing/world.ts";
import { type Piece, readBackup, unpacked } from "./read.ts";

let administrator: Caller;
let document: Uint8Array;
beforeEach(async () => {
  administrator = await person("administrator", 1, "Ada");
  await prospect({ display_name: "Vega \u2028 Ørsted 🚀", notes: 'Quotes " and \\ and\ttabs' });
  await fill(12, [administrator.memberId]);
  const { text } = await administrator.call("GET", "/api/backup/export");
  document = new TextEncoder().encode(text);
});

const streamOf = (bytes: Uint8Array, piece = 4_096) =>
  new ReadableStream<Uint8Array>({
    start(stream) {
      for (let at = 0; at < bytes.length; at += piece) stream.enqueue(bytes.slice(at, at + piece));
      stream.close();
    },
  });

/** Reads a document completely; returns the code and the sentence of its error. */
const read = (bytes: Uint8Array, piece?: number): Promise<string> => readOf(streamOf(bytes, piece));

async function readOf(
  stream: AsyncIterable<Uint8Array>,
  take: (piece: Piece) => void = () => {},
): Promise<string> {
  try {
    for await (const each of readBackup(stream)) take(each);
    return "whole";
  } catch (error) {
    if (error instanceof AppError) return `${error.code}: ${error.text("en")}`;
    throw error;
  }
}

it("reads a document in pieces of any size", async () => {
  expect([await read(document), await read(document, 1), await read(document, 7)]).toEqual([
    "whole",
    "whole",
    "whole",
  ]);
});

it("reads a packed document in pieces of any size, also with padding of zeros, and finds where it is cut off or damaged", async () => {
  const zipped = new Blob([document]).stream().pipeThrough(new CompressionStream("gzip"));
  const packed = new Uint8Array(await new Response(zipped).arrayBuffer());
  const readPacked = (bytes: Uint8Array, piece: number) => readOf(unpacked(streamOf(bytes, piece)));
  const padded = new Uint8Array(packed.length + 20_000);
  padded.set(packed);
  for (const piece of [1, 700, 1_000_000])
    for (const bytes of [packed, padded])
      expect([piece, await readPacked(bytes, piece)]).toEqual([piece, "whole"]);
  const damaged = packed.slice();
  damaged.fill(255, 500, 600);
  for (const bytes of [packed.slice(0, 900), packed.slice(0, -1), damaged, document])
    expect(await readPacked(bytes, 4_096)).toMatch(/^restore_(cut|line|row|checksum|no_backup)/);
});

it("finds a changed byte at any of 1,000 positions, with a reason", async () => {
  const passed: string[] = [];
  for (let turn = 0; turn < 1_000; turn += 1) {
    const at = (turn * 7_919 + Math.floor(Math.random() * 7_919)) % document.length;
    const altered = document.slice();
    altered[at] = (altered[at] ?? 0) ^ (1 << (turn % 8));
    const answer = await read(altered, 65_536);
    if (!answer.startsWith("restore_")) passed.push(`${at}: ${answer}`);
  }
  expect(passed).toEqual([]);
});

it("finds a document that ends at any of 300 positions, with a reason", async () => {
  const passed: string[] = [];
  for (let turn = 0; turn < 300; turn += 1) {
    const end = Math.floor((turn * document.length) / 300);
    const answer = await read(document.slice(0, end), 65_536);
    if (!/^restore_(cut|no_backup)/.test(answer)) passed.push(`${end}: ${answer}`);
  }
  expect(passed).toEqual([]);
});

it("reads each byte of a long line once, however small its pieces", async () => {
  const long = new TextEncoder().encode(`{"header":"${"x".repeat(100_000)}\n`);
  const looks = vi.spyOn(String.prototype, "split");
  const answer = await read(long, 10);
  const looked = looks.mock.contexts.reduce((sum: number, text) => sum + String(text).length, 0);
  looks.mockRestore();
  expect(answer).toMatch(/^restore_no_backup/);
  expect(looked).toBe(long.length);
});

it("refuses a line longer than a row of D1 before its end", async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(stream) {
      sent += 100_000;
      if (sent > 10_000_000) stream.close();
      else stream.enqueue(new Uint8Array(100_000).fill(120));
    },
  });
  expect(await readOf(endless)).toMatch(/^restore_line: Line 1 /);
  expect(sent).toBeLessThan(2_500_000);
});

it("yields rows in pieces that fit into one value of D1, and a long row in a piece of its own", async () => {
  const lines = new TextDecoder().decode(document).split("\n");
  const at = lines.findIndex((line) => line.includes("Vega"));
  const long = (notes: string) =>
    lines[at]?.replace(/"Quotes.*?tabs"/, `"${notes}"`).replace(/,?$/, ",") ?? "";
  lines.splice(at, 0, long("x".repeat(400_000)), long("ø".repeat(900_000)));
  const sizes: number[] = [];
  const text = new TextEncoder().encode(lines.join("\n"));
  // Its checksum differs.
  expect(
    await readOf(streamOf(text, 65_536), (each) => {
      if (each.kind === "rows") sizes.push(new TextEncoder().encode(`[${each.lines.join(",")}]`).length);
    }),
  ).toMatch(/^restore_checksum/);
  expect(sizes.filter((size) => size > 1_800_000)).toHaveLength(1);
  expect(Math.max(...sizes)).toBeLessThan(2_000_000);
});

it("reports where a row is damaged, a newer version, and a file that is no backup", async () => {
  const text = new TextDecoder().decode(document);
  const changed = (from: string | RegExp, to: string) =>
    read(new TextEncoder().encode(text.replace(from, to)));
  expect(await changed('"createdBy":"Ada"', '"createdBy":"Eve"')).toMatch(/^restore_altered/);
  expect(await changed("Vega \u2028", "Rook \u2028")).toMatch(
    /^restore_checksum: The checksum of prospects is wrong/,
  );
  expect(await changed(/\n\[(\d+),/, "\n[$1 $1,")).toMatch(/^restore_row: Row 1 of users is damaged/);
  expect(await changed('"version":2', '"version":3')).toMatch(/^restore_newer/);
  expect(await changed('"command-centre-backup"', '"another"')).toMatch(/^restore_no_backup/);
  expect(await changed('"sections":[', '"sections":[null,')).toMatch(/^restore_no_backup/);
  expect(await read(new TextEncoder().encode("[]"))).toMatch(/^restore_no_backup/);
  expect(await changed('"changesMeanwhile":0', '"changesMeanwhile":1')).toMatch(/^restore_altered/);
});
