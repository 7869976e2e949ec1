import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { GATEWAY_LIMITS } from "../protocol.ts";
import { temporaryFolder } from "../testing/folders.ts";
import { BotFiles } from "./files.ts";

function setUp(t: TestContext) {
  const root = temporaryFolder(t);
  const folder = join(root, "bots", "1");
  const outside = join(root, "outside");
  for (const path of [folder, outside]) mkdirSync(path, { recursive: true });
  const files = new BotFiles(join(root, "notes"));
  const write = (each: Record<string, string>) =>
    files.write(
      1,
      folder,
      Object.entries(each).map(([name, content], at) => ({ name, content, isMain: at === 0 })),
    );
  return { root, folder, outside, files, write };
}

test("writes, reads back and replaces files, and removes those that an order no longer names", async (t) => {
  const { folder, files, write } = setUp(t);
  await write({ "bot.js": "one", "lib/deep/a.js": "två" });
  assert.deepEqual(await files.read(1, folder), [
    { name: "bot.js", content: "one" },
    { name: "lib/deep/a.js", content: "två" },
  ]);
  writeFileSync(join(folder, "made-by-bot.json"), "{}");
  await write({ "bot.js": "two" });
  assert.deepEqual(await files.read(1, folder), [
    { name: "bot.js", content: "two" },
    { name: "made-by-bot.json", content: "{}" },
  ]);
  assert.equal(existsSync(join(folder, "lib")), false);
  assert.deepEqual(readdirSync(folder).sort(), ["bot.js", "made-by-bot.json"]);
});

test("writes nothing through a link or anything else that a bot put in the way", async (t) => {
  const { folder, outside, write } = setUp(t);
  writeFileSync(join(outside, "victim"), "untouched");
  symlinkSync(join(outside, "victim"), join(folder, "bot.js"));
  symlinkSync(outside, join(folder, "lib"));
  mkdirSync(join(folder, "taken/by/a/directory"), { recursive: true });
  writeFileSync(join(folder, "file"), "where a folder has to be");
  await write({ "bot.js": "b", "lib/a.js": "a", taken: "t", "file/in.js": "f" });
  assert.equal(readFileSync(join(outside, "victim"), "utf8"), "untouched");
  assert.deepEqual(readdirSync(outside), ["victim"]);
  assert.equal(lstatSync(join(folder, "bot.js")).isFile(), true);
  assert.equal(readFileSync(join(folder, "lib/a.js"), "utf8"), "a");
  assert.equal(readFileSync(join(folder, "taken"), "utf8"), "t");
  assert.equal(readFileSync(join(folder, "file/in.js"), "utf8"), "f");
});

test("follows no link when it removes an earlier file", async (t) => {
  const { folder, outside, write } = setUp(t);
  await write({ "bot.js": "b", "lib/a.js": "a" });
  execFileSync("rm", ["-r", join(folder, "lib")]);
  writeFileSync(join(outside, "a.js"), "untouched");
  symlinkSync(outside, join(folder, "lib"));
  await write({ "bot.js": "b" });
  assert.equal(readFileSync(join(outside, "a.js"), "utf8"), "untouched");
});

test("neither writes nor reads a folder that is itself a link", async (t) => {
  const { root, folder, files, outside } = setUp(t);
  execFileSync("rm", ["-r", folder]);
  symlinkSync(outside, folder);
  writeFileSync(join(outside, "secret.txt"), "secret");
  await assert.rejects(files.write(1, folder, [{ name: "a", content: "", isMain: true }]));
  assert.equal(await files.read(1, folder), null);
  assert.equal(await files.read(2, join(root, "bots", "2")), null);
});

test("reads only ordinary text files of the folder itself, within the limits", async (t) => {
  const { folder, files, outside } = setUp(t);
  writeFileSync(join(outside, "secret.txt"), "secret");
  symlinkSync(join(outside, "secret.txt"), join(folder, "link.txt"));
  symlinkSync(outside, join(folder, "linked"));
  linkSync(join(outside, "secret.txt"), join(folder, "second-name.txt"));
  execFileSync("mkfifo", [join(folder, "pipe")]);
  writeFileSync(join(folder, "binary"), Buffer.from([0x61, 0x00, 0x62]));
  writeFileSync(join(folder, "latin1"), Buffer.from([0xe6, 0x6f]));
  writeFileSync(join(folder, "large"), "x".repeat(GATEWAY_LIMITS.fileBytes + 1));
  writeFileSync(join(folder, ".hidden"), "");
  writeFileSync(join(folder, "odd name"), "");
  for (const deep of ["node_modules/x", "__pycache__", "a/b/c/d"])
    mkdirSync(join(folder, deep), { recursive: true });
  writeFileSync(join(folder, "node_modules/x/index.js"), "");
  writeFileSync(join(folder, "__pycache__/bot.pyc"), "");
  writeFileSync(join(folder, "a/b/c/ok.txt"), "deep enough");
  writeFileSync(join(folder, "a/b/c/d/no.txt"), "too deep");
  assert.deepEqual(await files.read(1, folder), [{ name: "a/b/c/ok.txt", content: "deep enough" }]);
});

test("reads the files of the last order first, then others up to the limits", async (t) => {
  const { folder, files, write } = setUp(t);
  await write({ "z-main.js": "main" });
  for (let n = 0; n < 5_200; n += 1) writeFileSync(join(folder, `made-${n}.txt`), "");
  const read = (await files.read(1, folder)) ?? [];
  assert.deepEqual([read.length, read[0]?.name], [GATEWAY_LIMITS.files, "z-main.js"]);

  const large = setUp(t);
  await large.write({ "z-main.js": "main" });
  for (let n = 0; n < 6; n += 1)
    writeFileSync(join(large.folder, `made-${n}.txt`), "x".repeat(GATEWAY_LIMITS.fileBytes));
  const some = (await large.files.read(1, large.folder)) ?? [];
  assert.equal(some[0]?.name, "z-main.js");
  assert.equal(some.length, 4);
});

test("gives files to the owner of the folder", {
  skip: process.getuid?.() === 0 ? false : "needs root",
}, async (t) => {
  const { folder, write } = setUp(t);
  chownSync(folder, 61_234, 61_234);
  await write({ "lib/bot.js": "b" });
  for (const path of ["lib", "lib/bot.js"]) assert.equal(statSync(join(folder, path)).uid, 61_234);
});

test("removes everything of a bot, including files that an earlier order wrote", async (t) => {
  const { root, folder, files, write } = setUp(t);
  await write({ "bot.js": "b", "lib/a.js": "a" });
  await files.remove(1, folder);
  assert.equal(existsSync(folder), false);
  assert.deepEqual(readdirSync(join(root, "notes")), []);
});
