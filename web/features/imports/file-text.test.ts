/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { textOf } from "./file-text.ts";

const TEXT = "Fartøj;Kælenavn;Antal\r\nCarrack;Ørnen;2\r\n";
const read = (bytes: Uint8Array) => textOf(new Blob([new Uint8Array(bytes)]));
const utf16 = (text: string) => Buffer.from(text, "utf16le");

test("a file of any program for spreadsheets is read with its Danish letters", async () => {
  const latin = Buffer.from(TEXT, "latin1");
  const [little, marked] = [utf16(TEXT), utf16(`\ufeff${TEXT}`)];
  const files = [Buffer.from(TEXT), Buffer.from(`\ufeff${TEXT}`), latin, little, marked];
  for (const bytes of [...files, Buffer.from(little).swap16(), Buffer.from(marked).swap16()])
    assert.equal(await read(bytes), TEXT);
});

test("a euro sign and typographic quotes of Windows are read, and an empty file is empty", async () => {
  assert.equal(await read(Uint8Array.of(0x93, 0xd8, 0x94, 0x20, 0x80)), "“Ø” €");
  assert.equal(await read(new Uint8Array()), "");
});
