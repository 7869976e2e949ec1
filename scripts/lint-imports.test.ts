import assert from "node:assert/strict";
import { test } from "node:test";
import { withFiles } from "./lib/folders-for-tests.ts";
import { lintImports } from "./lint-imports.ts";

const lint = (files: Record<string, string>) => withFiles(files, lintImports);

const forbidden: [name: string, from: string, source: string][] = [
  ["web importing the worker", "web/features/a/page.tsx", 'import { x } from "../../../worker/lib/text.ts";'],
  ["web importing a type of the worker", "web/lib/x.ts", 'import type { X } from "../../worker/env.ts";'],
  [
    "web importing the worker by import()",
    "web/lib/x.ts",
    'export const x = () => import("../../worker/env.ts");',
  ],
  ["web using the type of an import()", "web/lib/x.ts", 'export type X = import("../../worker/env.ts").Env;'],
  ["web re-exporting the worker", "web/lib/x.ts", 'export * from "../../worker/env.ts";'],
  ["web importing the protocol", "web/lib/x.ts", 'import { x } from "../../bot-gateway/protocol.ts";'],

  ["a lib importing a feature", "worker/lib/x.ts", 'import { a } from "../features/a/index.ts";'],
  ["a lib importing a type of a feature", "worker/lib/x.ts", 'import type { A } from "../features/a/a.ts";'],
  [
    "a lib using the type of a feature by import()",
    "worker/lib/http/x.ts",
    'export type X = import("../../features/a/a.schema.ts").X;',
  ],
  ["a lib importing the list of features", "worker/lib/x.ts", 'export * from "../features.ts";'],
  ["a lib importing the app", "worker/lib/x.ts", 'import { app } from "../app.ts";'],
  ["a lib of the web importing a feature", "web/lib/x.ts", 'import { a } from "../features/a/index.ts";'],
  ["a lib of the web importing the areas", "web/lib/x.ts", 'import { AREAS } from "../areas.ts";'],
  [
    "a lib of the web importing a schema of a feature",
    "web/lib/x.ts",
    'import { a } from "../../worker/features/a/a.schema.ts";',
  ],
  [
    "a lib of the web importing a type of a feature's schema",
    "web/lib/x.ts",
    'import type { A } from "../../worker/features/a/a.schema.ts";',
  ],
  [
    "ui importing a type of a feature's schema",
    "web/ui/x.tsx",
    'import type { A } from "../../worker/features/a/a.schema.ts";',
  ],
  [
    "a lib of the web importing a feature's texts",
    "web/lib/x.ts",
    "export const x = (language) => import(`../features/a/a.${language}.json`);",
  ],
  ["a lib of the web importing the shell", "web/lib/x.ts", 'import { Shell } from "../shell/shell.tsx";'],
  ["a lib of the web importing ui", "web/lib/x.ts", 'import { Button } from "../ui/button.tsx";'],
  ["ui importing a feature", "web/ui/x.tsx", 'import { a } from "../features/a/index.ts";'],
  ["ui importing the router", "web/ui/x.tsx", 'import { router } from "../router.tsx";'],

  ["a verb past another's index", "worker/features/a/a.ts", 'import { b } from "../b/b.rows.ts";'],
  [
    "a verb past another's index to a table",
    "worker/features/a/a.ts",
    'import { b } from "../b/b.table.ts";',
  ],
  [
    "a verb past another's index to a schema",
    "worker/features/a/a.ts",
    'import { b } from "../b/b.schema.ts";',
  ],
  [
    "a verb past another's index to a schema's type",
    "worker/features/a/run/a.ts",
    'import type { B } from "../../b/b.schema.ts";',
  ],
  ["a verb past another's index to a text", "worker/features/a/a.ts", 'import b from "../b/b.rows.ts?raw";'],
  [
    "a verb past another's index by a part of an address",
    "worker/features/a/a.ts",
    'import b from "../b/b.rows.ts#part";',
  ],
  ["the web reading the worker as a text", "web/lib/x.ts", 'import x from "../../worker/env.ts?raw";'],
  ["a page reading a feature as a text", "web/app.tsx", 'export const a = import("./features/a/a.tsx?raw");'],
  ["an area reading its page as a text", "web/features/a/area.ts", 'import a from "./a-page.tsx?raw";'],
  ["a verb reading hono as a text", "worker/features/a/a.ts", 'import x from "hono?raw";'],
  ["routes reading drizzle as a text", "worker/features/a/a.routes.ts", 'import x from "drizzle-orm?raw";'],
  [
    "a schema reading a lib as a text",
    "worker/features/a/a.schema.ts",
    'import x from "../../lib/x.ts?raw";',
  ],
  ["a table past another's index", "worker/features/a/a.table.ts", 'import { b } from "../b/b.table.ts";'],
  [
    "a verb in a folder past another's index",
    "worker/features/a/run/a.ts",
    'import type { B } from "../../b/b.ts";',
  ],
  [
    "the list of features past an index",
    "worker/features.ts",
    'import { a } from "./features/a/a.routes.ts";',
  ],
  ["a page past another's index", "web/features/a/a-page.tsx", 'import { B } from "../b/b.tsx";'],
  ["the shell past an index", "web/shell/shell.tsx", 'import { A } from "../features/a/a.tsx";'],
  ["an area loading its page too early", "web/features/a/area.ts", 'import { A } from "./a-page.tsx";'],
  ["an area loading its index", "web/features/a/area.ts", 'import { A } from "./index.ts";'],
  ["an area loading another's index", "web/features/a/area.ts", 'import { A } from "../b/index.ts";'],
  ["an area loading a package", "web/features/a/area.ts", 'import { Rocket } from "lucide-react";'],
  ["an area loading its texts in a language", "web/features/a/area.ts", 'import en from "./a.en.json";'],
  [
    "the list of areas loading a page",
    "web/features.ts",
    'export const a = () => import("./features/a/a-page.tsx");',
  ],
  ["the frame past the list of areas", "web/areas.ts", 'import { a } from "./features/a/area.ts";'],
  ["a feature importing another's area", "web/features/a/a.ts", 'import { b } from "../b/area.ts";'],
  ["a page loaded by another module", "web/app.tsx", 'export const a = import("./features/a/a-page.tsx");'],
  ["a schema importing a verb", "worker/features/a/a.schema.ts", 'import { list } from "./list.ts";'],

  ["the worker importing an emulator", "worker/app.ts", 'import { x } from "../emulators/discord/index.ts";'],
  ["the worker importing the gateway", "worker/lib/x.ts", 'import { x } from "../../bot-gateway/server.ts";'],
  ["the worker importing a script", "worker/app.ts", 'import { x } from "../scripts/x.ts";'],
  ["the product importing a test's helper", "worker/app.ts", 'import { x } from "./testing/world.ts";'],
  ["a feature importing its cases", "worker/features/a/index.ts", 'export * from "./testing/a.cases.ts";'],
  ["routes importing drizzle", "worker/features/a/a.routes.ts", 'import { sql } from "drizzle-orm";'],
  ["routes importing a table", "worker/features/a/a.routes.ts", 'import { a } from "./a.table.ts";'],
  ["a verb importing hono", "worker/features/a/list.ts", 'import type { Context } from "hono";'],
  ["a verb importing a part of hono", "worker/features/a/run/run.ts", 'import { x } from "hono/body-limit";'],
  ["a table importing hono", "worker/features/a/a.table.ts", 'import { x } from "@hono/zod-validator";'],
  ["a schema importing another package", "worker/features/a/a.schema.ts", 'import { a } from "drizzle-orm";'],
  ["a schema importing a lib", "worker/features/a/a.schema.ts", 'import { a } from "../../lib/text.ts";'],
  ["the protocol importing another package", "bot-gateway/protocol.ts", 'import { x } from "node:crypto";'],
  ["the protocol importing the gateway", "bot-gateway/protocol.ts", 'import { x } from "./env.ts";'],
  [
    "an emulator importing the product",
    "emulators/discord/main.ts",
    'import type { X } from "../../worker/wire.schema.ts";',
  ],
  ["a script importing an emulator", "scripts/x.ts", 'import { x } from "../emulators/discord/defaults.ts";'],
  ["a script importing the web", "scripts/x.ts", 'import { x } from "../web/features.ts";'],
  ["a journey importing the web", "e2e/x.ts", 'import { x } from "../web/features.ts";'],
  [
    "the gateway importing a schema",
    "bot-gateway/index.ts",
    'import { x } from "../worker/lib/wire.schema.ts";',
  ],
  ["a test of the gateway importing the worker", "bot-gateway/x.test.ts", 'import "../worker/env.ts";'],
  ["web importing a schema of another folder", "web/lib/x.ts", 'import "../../emulators/x.schema.ts";'],
  ["a verb importing cookies", "worker/lib/x.ts", 'import { getCookie } from "hono/cookie";'],
  ["the gateway importing an emulator", "bot-gateway/index.ts", 'import "../emulators/discord/index.ts";'],
];

for (const [name, from, source] of forbidden) {
  test(`${name} is refused with its place`, () => {
    const broken = lint({ [from]: `// A first line.\n${source}\n` });
    assert.equal(broken.length, 1, broken.join("\n"));
    assert.ok(broken[0]?.startsWith(`${from}:2 imports `), broken[0]);
  });
}

for (const [how, back] of [
  ["a statement", 'import { a } from "./a.ts";'],
  ["a type", 'import type { A } from "./a.ts";'],
  ["the type of an import()", 'export type A = import("./a.ts").A;'],
  ["an import()", 'export const a = () => import("./a.ts");'],
  ["a re-export", 'export * from "./a.ts";'],
  ["a re-exported type", 'export type { A } from "./a.ts";'],
]) {
  test(`a circle that ${how} closes is refused and named as a whole`, () => {
    const broken = lint({
      "web/lib/a.ts": 'import "./b.ts";\nimport "./d.ts";',
      "web/lib/b.ts": 'import type { C } from "./c.ts";',
      "web/lib/c.ts": back ?? "",
      "web/lib/d.ts": 'import "./b.ts";',
      "web/lib/outside.ts": 'import "./a.ts";',
    });
    assert.deepEqual(broken, [
      "web/lib/a.ts is part of a circle: web/lib/a.ts → web/lib/b.ts → web/lib/c.ts → web/lib/a.ts",
      "web/lib/d.ts is part of a circle: web/lib/d.ts → web/lib/b.ts → web/lib/c.ts → web/lib/a.ts → web/lib/d.ts",
    ]);
  });
}

for (const folder of ["bot-gateway", "emulators/discord", "scripts/lib", "e2e", "worker/features/a"]) {
  test(`a circle in ${folder} is refused`, () => {
    const [broken, ...more] = lint({
      [`${folder}/x.ts`]: 'import "./y.ts";',
      [`${folder}/y.ts`]: 'import "./x.ts";',
    });
    assert.match(broken ?? "", /is part of a circle: (.+x\.ts) → .+y\.ts → \1$/);
    assert.deepEqual(more, []);
  });
}

for (const [how, way] of [
  ["a statement", 'import "../b/index.ts";'],
  ["a type", 'import type { B } from "../b/index.ts";'],
  ["an import()", 'export const b = () => import("../b/index.ts");'],
]) {
  for (const side of ["web", "worker"])
    test(`a circle of features of the ${side} that ${how} closes is refused, also without one of files`, () => {
      const [a, b] = [`${side}/features/a`, `${side}/features/b`];
      const broken = lint({
        [`${a}/index.ts`]: "export const a = 1;",
        [`${a}/part.ts`]: way ?? "",
        [`${b}/index.ts`]: 'export const part = () => import("./part.ts");',
        [`${b}/part.ts`]: 'import { a } from "../a/index.ts";',
      });
      assert.deepEqual(broken, [`${a} is part of a circle: ${a} → ${b} → ${a}`]);
    });
}

test("a test may import a feature that imports its own", () => {
  const broken = lint({
    "worker/features/a/a.test.ts": 'import { b } from "../b/index.ts";',
    "worker/features/a/testing/a.cases.ts": 'import { b } from "../b/index.ts";',
    "worker/features/b/index.ts": 'import { a } from "../a/index.ts";',
  });
  assert.deepEqual(broken, []);
});

test("a file that imports itself is a circle", () => {
  assert.deepEqual(lint({ "e2e/x.ts": 'import "./x.ts";' }), [
    "e2e/x.ts is part of a circle: e2e/x.ts → e2e/x.ts",
  ]);
});

test("a file of more than 320 lines is refused", () => {
  assert.deepEqual(lint({ "web/long.tsx": "//\n".repeat(321), "web/right.tsx": "//\n".repeat(320) }), [
    "web/long.tsx has 321 lines: 320 are the most",
  ]);
});

test("an answer that names nothing is refused", () => {
  const source = "export const x = (c) => c.json({ id: 1 });";
  const broken = lint({
    "worker/features/a/a.routes.ts": source,
    "worker/features/a/testing/a.ts": source,
    "worker/lib/http/answers.ts": source,
  });
  assert.deepEqual(
    broken.map((each) => each.replace(/:.*/, "")),
    ["worker/features/a/a.routes.ts"],
  );
});

test("a guard that is part of no batch is refused", () => {
  const source = (line: string) =>
    `import { guard } from "../../lib/guard.ts";\nexport function x(roles: { guardName(): object }) {\n  ${line}\n}\n`;
  for (const line of ["guard();", "roles.guardName();", "if (roles) guard();"])
    assert.match(lint({ "worker/features/a/a.ts": source(line) }).join(), /a\.ts:3 guards nothing/);
  for (const line of [
    "return [guard()];",
    "return () => guard();",
    "const held = roles.guardName(); return held;",
  ])
    assert.deepEqual(
      lint({
        "worker/features/a/a.ts": source(line),
        "worker/lib/guard.ts": "export const guard = () => 1;",
      }),
      [],
    );
});

test("allowed imports pass", () => {
  const broken = lint({
    "web/features.ts":
      'export { a } from "./features/a/area.ts";\nexport type A = typeof import("./features/a/a.en.json");',
    "web/features/a/area.ts":
      'import { x } from "../../lib/x.ts";\nexport const texts = (language) => [import(`./a.${language}.json`), import(`../b/b.${language}.json`)];\nexport const page = () => import("./a-page.tsx");\nexport const icon = () => import("lucide-react/icons/rocket");',
    "web/features/a/a-page.tsx":
      'import "../../lib/x.ts";\nimport "../../ui/y.tsx";\nimport "../b/index.ts";\nimport "./part.tsx";\nimport { a } from "../../../worker/features/a/a.schema.ts";',
    "web/features/a/a.test.ts": 'import { b } from "../b/inside.ts";',
    "web/lib/x.ts": 'import type { A } from "../../worker/lib/a.schema.ts";',
    "web/ui/y.tsx": 'import { x } from "../lib/x.ts";\nimport { Dialog } from "radix-ui";',
    "worker/app.ts": 'import { FEATURES } from "./features.ts";',
    "worker/features.ts": 'import { a } from "./features/a/index.ts";',
    "worker/features/a/index.ts": 'export { routes } from "./a.routes.ts";\nimport { Hono } from "hono";',
    "worker/features/a/list.ts":
      'import { b } from "../b/index.ts";\nimport { c } from "./a.table.ts";\nimport { sql } from "drizzle-orm";\nimport { protocol } from "../../../bot-gateway/protocol.ts";\nexport const x = sql`update ${c} set x = 1 from ${b}`;',
    "worker/features/a/a.table.ts":
      'import { b } from "../b/index.ts";\nimport { x } from "../../lib/db/columns.ts";\nimport { integer } from "drizzle-orm/sqlite-core";',
    "worker/features/a/a.routes.ts": 'import { Hono } from "hono";\nimport { list } from "./list.ts";',
    "worker/features/a/a.schema.ts":
      'import * as z from "zod/mini";\nimport { b } from "../b/b.schema.ts";\nimport { p } from "../../../bot-gateway/protocol.ts";',
    "worker/features/a/a.test.ts":
      'import { b } from "../b/b.table.ts";\nimport { app } from "../../app.ts";\nexport const x = db.insert(b);',
    "worker/features/a/testing/a.cases.ts":
      'import { x } from "../../../testing/world.ts";\nimport "../../b/b.rows.ts";',
    "worker/features/a/templates.ts":
      'import text from "../../../bot-gateway/templates/a.js" with { type: "text" };',
    "worker/testing/world.ts": 'import { b } from "../features/b/b.ts";',
    "worker/lib/http/cookie.ts": 'import { getCookie } from "hono/cookie";',
    "worker/lib/cookie.test.ts": 'import { getCookie } from "hono/cookie";',
    "worker/features/a/hono.test.ts": 'import { Hono } from "hono";',
    "worker/app-of-features.ts": 'import { b } from "./features/b/index.ts";\nexport const x = b.size;',
    "web/a.ts": "export const x = (c) => c.json({});",
    "emulators/x.ts": 'import { getCookie } from "hono/cookie";',
    "bot-gateway/x.schema.ts": 'import { spawn } from "node:child_process";',
    "scripts/y.ts": 'import { x } from "../worker/testing/world.ts";',
    "worker/env.d.ts": 'import { x } from "../web/x.ts";',
    "worker/lib/x.ts": 'import { y } from "./http/y.ts";\nimport { Hono } from "hono";',
    "worker/lib/http/y.ts": 'import { z } from "../../../bot-gateway/protocol.ts";',
    "worker/lib/x.test.ts": 'import { a } from "../features/a/list.ts";',
    "bot-gateway/protocol.ts": 'import * as z from "zod/mini";',
    "bot-gateway/x.ts": 'import { z } from "./protocol.ts";\nimport { spawn } from "node:child_process";',
    "bot-gateway/x.test.ts": 'import { startDiscord } from "../emulators/discord/index.ts";',
    "e2e/x.ts": 'import { startDiscord } from "../emulators/discord/index.ts";',
    "scripts/x.ts":
      'import { x } from "../worker/features/a/a.passwords.ts";\nimport { p } from "../bot-gateway/protocol.ts";',
  });
  assert.deepEqual(broken, []);
});
