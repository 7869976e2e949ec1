import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { writeCatalogues } from "./lib/catalogues.ts";
import { withFiles } from "./lib/folders-for-tests.ts";
import { inRoot } from "./lib/paths.ts";
import { lintImports } from "./lint-imports.ts";

const lint = (files: Record<string, string>) => withFiles(files, lintImports);

test("the protocol and schemas are told their own rule", () => {
  const schema = "worker/features/a/a.schema.ts";
  const broken = lint({ "bot-gateway/protocol.ts": 'import "hono";', [schema]: 'import "lodash";' });
  assert.match(broken[0] ?? "", /: bot-gateway\/protocol\.ts imports zod alone$/);
  assert.match(broken[1] ?? "", /: \*\.schema\.ts and \*\.fields\.ts import only zod, each other /);
  const protocol = lint({ "bot-gateway/protocol.ts": 'import "./x.schema.ts";\nimport "./protocol.ts";' });
  assert.equal(protocol.filter((line) => line.endsWith("imports zod alone")).length, 2, protocol.join());
});

test("a file that cannot be read as code is named", () => {
  assert.throws(() => lint({ "web/x.ts": "export const = ;" }), /^Error: web\/x\.ts cannot be parsed: /);
});

test("a list of catalogues that misses one, or names one that is gone, is refused until it is written", () => {
  const files = { "web/features/a/a.en.json": "{}", "web/features/b/b.en.json": "{}" };
  withFiles(files, (folder) => {
    const isRefused = () =>
      assert.match(lintImports(folder).join(), /^web\/catalogues\.ts is not .*`npm start`/);
    isRefused();
    writeCatalogues(folder);
    assert.deepEqual(lintImports(folder), []);
    rmSync(join(folder, "web/features/b/b.en.json"));
    isRefused();
  });
});

test("as a command names each fault and fails, and says nothing of right files", () => {
  const run = (source: string) =>
    withFiles({ "web/lib/x.ts": source }, (folder) => {
      const { status, stderr } = spawnSync(process.execPath, [inRoot("scripts/lint-imports.ts"), folder], {
        encoding: "utf8",
      });
      return [status, stderr.trim().split("\n").length, stderr.slice(0, 12)];
    });
  assert.deepEqual(run(""), [0, 1, ""]);
  assert.deepEqual(run('import "../ui/y.ts";\nimport "../../worker/env.ts";'), [1, 2, "web/lib/x.ts"]);
});
