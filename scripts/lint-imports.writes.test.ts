import assert from "node:assert/strict";
import { test } from "node:test";
import { withFiles } from "./lib/folders-for-tests.ts";
import { lintImports } from "./lint-imports.ts";

const lint = (files: Record<string, string>) => withFiles(files, lintImports);

for (const write of [
  "db.insert(b).values({})",
  "db.update(b)",
  "db.delete( b )",
  "sql`insert into ${b} (x)`",
  "sql`update ${b} set x = 1`",
  "sql`insert or replace into ${b} (x)`",
  "sql`insert or ignore into ${b} (x)`",
  "sql`REPLACE INTO ${b} (x)`",
  "sql`update or ignore ${b} set x = 1`",
  "sql`insert\n or replace\n into ${b} (x)`",
  "sql`delete from ${b}`",
  "sql`delete from ${b} where id = ${id}`",
  "sql`delete from ${sql`${b}`}`",
  "sql`delete from ${sql.identifier(getTableName(b))}`",
  "db.delete(b.rows)",
  "db.update(b as Table)",
  "db.delete(b!)",
  "record({ table: b, select })",
  "record<Row, Answer>({\n table: b, select })",
]) {
  test(`a verb that writes another's table is refused: ${write}`, () => {
    const source = `import { rows as b } from "../b/index.ts";\nexport const x = ${write};\n`;
    const [broken, ...more] = lint({ "worker/features/a/a.ts": source });
    assert.match(broken ?? "", /^worker\/features\/a\/a\.ts:2 writes b: /);
    assert.deepEqual(more, []);
  });
}

for (const own of [
  "sql`delete from ${rows} where id in (select id from ${b})`",
  "sql`insert or replace into ${rows} (x) select x from ${b}`",
  "sql`update or ignore ${rows} set x = (select x from ${b})`",
  "sql`delete from ${rows.b}`",
  "sql`select updated from ${b}`",
])
  test(`a verb that reads another's table and writes its own passes: ${own}`, () => {
    const source = `import { b } from "../b/index.ts";\nexport const x = ${own};\n`;
    assert.deepEqual(lint({ "worker/features/a/a.ts": source }), []);
  });

test("a verb may write tables of lib and of its own feature, and a script any table", () => {
  const source = (from: string) => `import { b } from "${from}";\nexport const x = db.insert(b);\n`;
  assert.deepEqual(
    lint({
      "worker/features/a/a.ts": source("../../lib/b.table.ts"),
      "worker/features/a/own.ts": source("./a.table.ts"),
      "scripts/x.ts": source("../worker/features/b/b.table.ts"),
    }),
    [],
  );
});
