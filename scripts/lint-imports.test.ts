import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { lintImports } from "./lint-imports.ts";

/** Lints a repository made of the given files, by path. */
function lint(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), "imports-"));
  try {
    for (const [path, source] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), source);
    }
    return lintImports(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const forbidden: [name: string, from: string, source: string][] = [
  [
    "web importing the worker",
    "web/features/a/page.tsx",
    'import { x } from "../../../worker/features/a/a.service.ts";',
  ],
  ["web importing a type of the worker", "web/lib/x.ts", 'import type { X } from "../../worker/env.ts";'],
  [
    "web importing the worker by import()",
    "web/lib/x.ts",
    'export const x = () => import("../../worker/env.ts");',
  ],
  ["web using the type of an import()", "web/lib/x.ts", 'export type X = import("../../worker/env.ts").Env;'],
  ["web re-exporting the worker", "web/lib/x.ts", 'export * from "../../worker/env.ts";'],
  ["a web feature importing another", "web/features/a/page.tsx", 'import { B } from "../b/b.tsx";'],
  [
    "a worker feature importing another's inside",
    "worker/features/a/a.service.ts",
    'import { b } from "../b/b.rows.ts";',
  ],
  ["the worker importing an emulator", "worker/app.ts", 'import { x } from "../emulators/discord/index.ts";'],
  ["routes importing drizzle", "worker/features/a/a.routes.ts", 'import { sql } from "drizzle-orm";'],
  ["routes importing a table", "worker/features/a/a.routes.ts", 'import { a } from "./a.table.ts";'],
  ["a service importing hono", "worker/features/a/a.more.service.ts", 'import type { Context } from "hono";'],
  ["a table importing hono", "worker/features/a/a.table.ts", 'import { x } from "@hono/zod-validator";'],
  ["a schema importing a service", "worker/features/a/a.schema.ts", 'import { a } from "./a.service.ts";'],
  ["a schema importing another package", "worker/features/a/a.schema.ts", 'import { a } from "drizzle-orm";'],
  [
    "an emulator importing the product",
    "emulators/discord/main.ts",
    'import type { X } from "../../worker/wire.schema.ts";',
  ],
  ["a script importing an emulator", "scripts/x.ts", 'import { x } from "../emulators/discord/defaults.ts";'],
  ["a journey importing the web", "e2e/x.ts", 'import { x } from "../web/paths.ts";'],
  [
    "the gateway importing another schema",
    "bot-gateway/index.ts",
    'import { x } from "../worker/lib/wire.schema.ts";',
  ],
];

for (const [name, from, source] of forbidden) {
  test(`${name} is refused with its place`, () => {
    const broken = lint({ [from]: `// A first line.\n${source}\n` });
    assert.equal(broken.length, 1, broken.join("\n"));
    assert.ok(broken[0]?.startsWith(`${from}:2 imports `), broken[0]);
  });
}

for (const write of [
  "db.insert(b).values({})",
  "db.update(b)",
  "db.delete( b )",
  "sql`insert into ${b} (x)`",
  "sql`update ${b} set x = 1`",
  "sql`delete from ${b}`",
]) {
  test(`a service that writes another's table is refused: ${write}`, () => {
    const source = `import { b } from "../b/b.table.ts";\nexport const x = ${write};\n`;
    const [broken, ...more] = lint({ "worker/features/a/a.service.ts": source });
    assert.match(broken ?? "", /^worker\/features\/a\/a\.service\.ts:2 writes b: /);
    assert.deepEqual(more, []);
  });
}

test("what the design allows passes", () => {
  const broken = lint({
    "web/features/a/page.tsx":
      'import "../../lib/x.ts";\nimport { a } from "../../../worker/features/a/a.schema.ts";',
    "web/router.tsx": 'import { A } from "./features/a/page.tsx";',
    "worker/features/a/a.service.ts":
      'import { b } from "../b/b.service.ts";\nimport { sql } from "drizzle-orm";',
    "worker/features/a/a.join.service.ts":
      'import { b } from "../b/b.table.ts";\nimport { c } from "./a.table.ts";\nexport const x = sql`update ${c} from ${b}`;',
    "worker/features/a/a.table.ts": 'import { b } from "../b/b.table.ts";',
    "worker/features/a/a.routes.ts": 'import { Hono } from "hono";\nimport { a } from "./a.service.ts";',
    "worker/features/a/a.schema.ts": 'import * as z from "zod/mini";\nimport { b } from "../b/b.schema.ts";',
    "worker/features/a/a.test.ts": 'import { b } from "../b/b.table.ts";',
    "bot-gateway/index.ts": 'import { x } from "../worker/features/bots/bots.gateway.schema.ts";',
    "e2e/x.ts": 'import { startDiscord } from "../emulators/discord/index.ts";',
    "scripts/x.ts": 'import { x } from "../worker/lib/settings.schema.ts";',
  });
  assert.deepEqual(broken, []);
});
