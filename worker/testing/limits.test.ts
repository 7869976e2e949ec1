import { expect, it } from "vitest";
import { openDb } from "../lib/db/client.ts";
import { assertTaken } from "./limits.ts";
import { metered } from "./meter.ts";
import { raw, rows } from "./world.ts";

const two = new Map([
  ["through a session", () => openDb(raw.DB, undefined).db.$client],
  ["metered", () => metered(raw.DB).database],
]);

it("refuses statements beyond D1's limits, and takes those at them", () => {
  const args = (count: number) => Array(count).fill("1").join(", ");
  const marks = (count: number) => Array(count).fill("?").join(", ");
  const cases: [sql: string, values: unknown[], refusal: string | null][] = [
    [`select json_array(${args(32)})`, [], null],
    [`select json_array(${args(33)})`, [], "33 arguments of json_array"],
    [`select max(a, coalesce(${args(33)})) from (select 1 as a)`, [], "33 arguments of coalesce"],
    [`select 1 where 1 in (${args(40)}) and 'f(${args(40)})' <> ''`, [], null],
    [`select ${marks(100)}`, Array(100).fill(1), null],
    [`select ${marks(101)}`, Array(101).fill(1), "101 parameters"],
    ["select ?, ?", ["x".repeat(2_000_000), "x"], null],
    ["select ?", ["x".repeat(2_000_001)], "a row over D1's 2 MB"],
    ["select ?", ["ø".repeat(1_000_001)], "a row over D1's 2 MB"],
    [`select '${"x".repeat(99_991)}'`, [], null],
    [`select '${"ø".repeat(50_000)}'`, [], "longer than D1's 100 KB"],
  ];
  for (const [way, open] of two)
    for (const [sql, values, refusal] of cases) {
      const bind = () =>
        open()
          .prepare(sql)
          .bind(...values);
      const at = `${way}: ${sql.slice(0, 40)} ${values.length}`;
      if (refusal === null) expect(bind, at).not.toThrow();
      else expect(bind, at).toThrow(refusal);
    }
});

it("refuses an answered row that is larger than one of D1", async () => {
  const { database } = metered(raw.DB);
  const half = "x".repeat(1_000_001);
  const ask = (columns: string) => database.prepare(`select ${columns}`).bind(half, half).all();
  await expect(ask("length(?1 || ?2) as size")).resolves.toBeDefined();
  await expect(ask("?1 as one, ?2 as other")).rejects.toThrow("a row over D1's 2 MB");
});

it("refuses a number that would become text or a part of JSON, where 5 would read 5.0", async () => {
  const db = openDb(raw.DB, undefined).db.$client;
  const texts = [
    "'{}' -> ?",
    "'$[' || ? || ']'",
    "cast(? as text)",
    "json_object('a', ?)",
    "json_array(1 + ?)",
  ];
  const deep = [
    "'+' || coalesce(null, ?) || ' days'",
    "json_set('{}', '$.a', max(1, iif(1, ?, 2)))",
    "json_array(case when 1 then 2 else ? end)",
    "'a' || (? * 2)",
  ];
  for (const text of [...texts, ...deep])
    for (const value of [5, true])
      expect(() => db.prepare(`select ${text} as a`).bind(value), text).toThrow(`${value} of a statement`);
  for (const text of [...texts, ...deep])
    expect(() => db.prepare(`select ${text} as a`).bind("5"), text).not.toThrow();
  const others = [
    "cast(? as integer) || ''",
    "json_object('a', cast(? as integer))",
    "json_object('is', id = ?)",
    "json_array((select id from roles where id = ?))",
    "json_array(substr('abc', ?))",
    "coalesce(?, 1)",
    "? + 1",
    "'(' and id = ?",
  ];
  for (const text of others)
    expect(() => db.prepare(`select ${text} from roles`).bind(5), text).not.toThrow();
  const [first] = await rows(`select ${texts[3]} as a, ${others[1]} as b`, 5, 5);
  expect(first).toEqual({ a: '{"a":5.0}', b: '{"a":5}' });
});

it("no migration and no trigger calls a function with more arguments than D1 takes", async () => {
  const stored = await rows<{ sql: string }>("select sql from sqlite_master where sql is not null");
  const texts = [...stored.map(({ sql }) => sql), ...raw.TEST_MIGRATIONS.flatMap(({ queries }) => queries)];
  for (const text of texts) expect(() => assertTaken(text)).not.toThrow();
});
