import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { findBefore } from "./lib/before.ts";

/** A repository whose commits each add the files of their name, and what is found there. */
function repository() {
  const folder = mkdtempSync(join(tmpdir(), "history-"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=Vega", "-c", "user.email=vega@localhost", ...args], {
      stdio: "pipe",
    });
  const write = (file: string) => writeFileSync(join(folder, file), "select 1");
  mkdirSync(join(folder, "migrations"));
  return {
    folder,
    git,
    write,
    commit: (file: string) => {
      write(file);
      git("add", ".");
      git("commit", "-qm", file);
    },
    found: () => {
      const version = findBefore(folder);
      return typeof version === "string" ? version : version.name.replace(/^\w+, /, "");
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

test("the version before is the one without the newest migration: a release, the commit before it, or the last commit", () => {
  using here = repository();
  here.git("init", "-q");
  here.commit("migrations/0000_a.sql");
  assert.equal(here.found(), "No version came before.");
  here.commit("one.ts");
  here.git("tag", "v1");
  here.commit("two.ts");
  here.commit("migrations/0001_b.sql");
  here.commit("three.ts");
  assert.equal(here.found(), "v1");
  here.git("tag", "-d", "v1");
  assert.equal(here.found(), "two.ts");
  here.git("tag", "v2");
  assert.equal(here.found(), "two.ts");
  here.write("migrations/0002_c.sql");
  assert.equal(here.found(), "v2");
  here.git("tag", "-d", "v2");
  assert.equal(here.found(), "three.ts");
});

test("without the history there is no version before, which is said", () => {
  using here = repository();
  assert.equal(here.found(), "There is no Git history here.");
  here.git("init", "-q");
  here.commit("migrations/0000_a.sql");
  here.commit("migrations/0001_b.sql");
  using copy = repository();
  execFileSync("git", [
    "clone",
    "-q",
    "--depth=1",
    pathToFileURL(here.folder).href,
    join(copy.folder, "shallow"),
  ]);
  assert.equal(findBefore(join(copy.folder, "shallow")), "The Git history is cut off.");
});
