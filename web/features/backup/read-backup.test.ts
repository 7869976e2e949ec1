/// <reference types="node" />
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { BackupError, type Progress, readBackup } from "./read-backup.ts";

const sum = (lines: string[]) =>
  createHash("sha256")
    .update(lines.map((line) => `${line}\n`).join(""))
    .digest("hex");

/** A backup of two tables, in the server's lines. */
function backupText(): string {
  const users = ['[1,"Ørsted"]', "[9007199254740993,null]"];
  const [ofUsers, ofRoles] = [sum(users), sum([])];
  const sections = [
    { key: "users", tables: ["users"] },
    { key: "members", tables: ["roles"] },
  ];
  const manifest = {
    tables: 2,
    rows: 2,
    changesMeanwhile: 0,
    sha256: sum([`users:2:${ofUsers}`, `roles:0:${ofRoles}`]),
  };
  return [
    `{"header":${JSON.stringify({ sections })},`,
    '"tables":[',
    '{"section":"users","name":"users","columns":["id","name"],"rows":[',
    `${users.join(",\n")}`,
    `],"count":2,"sha256":"${ofUsers}"},`,
    '{"section":"members","name":"roles","columns":["id"],"rows":[',
    "",
    `],"count":0,"sha256":"${ofRoles}"}`,
    "],",
    `"manifest":${JSON.stringify(manifest)}}`,
    "",
  ].join("\n");
}

/** A text as a stream of pieces of a few bytes, which cut characters and lines; it fails in the end with an error. */
function streamOf(text: string, error?: Error): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(stream) {
      if (at < bytes.length) stream.enqueue(bytes.slice(at, at + 7));
      else if (error) stream.error(error);
      else stream.close();
      at += 7;
    },
  });
}
const reasonOf = async (stream: ReadableStream<Uint8Array>) => {
  const error = await readBackup(stream, () => undefined).catch((failed: unknown) => failed);
  return error instanceof BackupError ? error.reason : error;
};

test("reads and checks a whole backup, with progress by tables, and keeps its bytes", async () => {
  const steps: Progress[] = [];
  const { file, manifest } = await readBackup(streamOf(backupText()), (progress) => steps.push(progress));
  assert.equal(await file.text(), backupText());
  assert.equal(manifest.rows, 2);
  assert.deepEqual(
    steps.map(({ done, total, section }) => [done, total, section]),
    [
      [0, 2, null],
      [0, 2, "users"],
      [1, 2, "users"],
      [1, 2, "members"],
      [2, 2, "members"],
    ],
  );
});

test("looks at each character once, however long a line is", async (t) => {
  const text = `{"header":${JSON.stringify({ long: "x".repeat(10_000) })}`;
  const split = t.mock.method(String.prototype, "split");
  assert.equal(await reasonOf(streamOf(text)), "cut");
  const looked = split.mock.calls.reduce((sum, { this: piece }) => sum + String(piece).length, 0);
  assert.equal(looked, text.length);
});

test("refuses a backup that ends too early, wherever it ends", async () => {
  const text = backupText();
  for (const part of [0, 0.2, 0.5, 0.9]) {
    assert.equal(await reasonOf(streamOf(text.slice(0, text.length * part))), "cut");
  }
  assert.equal(await reasonOf(streamOf(text, new Error("reset"))), "cut");
});

test("refuses a backup with changed rows, counts, tables or checksums", async () => {
  const text = backupText();
  const changes: [string | RegExp, string][] = [
    ["Ørsted", "Orsted"],
    ["740993,null", "740993,0"],
    // Equal once it is parsed.
    ["740993,null", "740992,null"],
    ['"count":2', '"count":3'],
    ['"name":"roles"', '"name":"rules"'],
    ['["roles"]', '["roles","members"]'],
    [/"sha256":"(.)/, '"sha256":"x'],
    ['"rows":2', '"rows":1'],
  ];
  for (const [from, to] of changes) {
    assert.notEqual(text.replace(from, to), text);
    assert.equal(await reasonOf(streamOf(text.replace(from, to))), "damaged", String(from));
  }
});
