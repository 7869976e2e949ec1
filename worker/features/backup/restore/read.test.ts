import { beforeEach, expect, it } from "vitest";
import { AppError } from "../../../lib/errors.ts";
import { fill } from "../../../testing/fill.ts";
import { type Caller, person, prospect } from "../../../testing/world.ts";
import { readBackup } from "./read.ts";

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

/** Reads a document to its end; the code of the error that it ends with, and its sentence. */
async function read(bytes: Uint8Array, piece?: number): Promise<string> {
  try {
    for await (const each of readBackup(streamOf(bytes, piece))) void each;
    return "whole";
  } catch (error) {
    if (error instanceof AppError) return `${error.code}: ${error.text("en")}`;
    throw error;
  }
}

it("a document is whole in pieces of any size", async () => {
  expect([await read(document), await read(document, 1), await read(document, 7)]).toEqual([
    "whole",
    "whole",
    "whole",
  ]);
});

it("a byte that is another one at any of 1,000 places is found, with a reason", async () => {
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

it("a document that ends at any of 300 places is found, with a reason", async () => {
  const passed: string[] = [];
  for (let turn = 0; turn < 300; turn += 1) {
    const end = Math.floor((turn * document.length) / 300);
    const answer = await read(document.slice(0, end), 65_536);
    if (!/^restore_(cut|no_backup)/.test(answer)) passed.push(`${end}: ${answer}`);
  }
  expect(passed).toEqual([]);
});

it("says where a row is damaged, and what is of a newer version or no backup at all", async () => {
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
  expect(await read(new TextEncoder().encode("[]"))).toMatch(/^restore_no_backup/);
  expect(await changed('"changesMeanwhile":0', '"changesMeanwhile":1')).toMatch(/^restore_altered/);
});
