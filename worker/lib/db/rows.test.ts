import { eq, getTableName, is, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { alias, integer, real, SQLiteTable, sqliteTable, text, unionAll } from "drizzle-orm/sqlite-core";
import { beforeEach, expect, it } from "vitest";
import { selectProspects } from "../../features/prospects/prospects.rows.ts";
import { prospects } from "../../features/prospects/prospects.table.ts";
import { fill } from "../../testing/fill.ts";
import { prospect, raw } from "../../testing/world.ts";
import { openDb, readBatch, type Statement } from "./client.ts";
import { aliased } from "./columns.ts";
import { fixedSelect } from "./fixed.ts";

const rigs = sqliteTable("rigs", {
  id: integer("id").primaryKey(),
  name: text("name"),
  mass: real("mass"),
  isArmed: integer("is_armed", { mode: "boolean" }),
  crew: text("crew", { mode: "json" }),
  builtOn: integer("built_on", { mode: "timestamp_ms" }),
});
const motors = sqliteTable("motors", {
  note: text("note"),
  rigId: integer("rig_id"),
  isOn: integer("is_on", { mode: "boolean" }),
});
const others = alias(rigs, "others");
const spares = alias(motors, "spares");

const FOUND = import.meta.glob<object>(["../*.table.ts", "../../features/**/*.table.ts"], { eager: true });

const plain = drizzle(raw.DB);
const { db } = openDb(raw.DB, undefined);
type Select = Statement & PromiseLike<unknown>;

/** Answers what drizzle alone reads, after it was compared with what we do: by itself and in a batch, keys in their order. */
async function compared(select: (db: DrizzleD1Database) => Select): Promise<unknown> {
  const [own, [batched]] = [await select(db), await readBatch(db, [select(db)])];
  const [theirs, [theirBatched]] = [await select(plain), await plain.batch([select(plain)])];
  expect(own).toStrictEqual(theirs);
  expect(batched).toStrictEqual(theirBatched);
  expect(JSON.stringify([own, batched])).toBe(JSON.stringify([theirs, theirBatched]));
  return theirs;
}

beforeEach(async () => {
  await raw.DB.batch(
    [
      "create table if not exists rigs (id integer primary key, name, mass real, is_armed, crew, built_on)",
      "create table if not exists motors (note, rig_id, is_on)",
      "delete from rigs",
      "delete from motors",
      `insert into rigs values (1, 'Aurora', 25.5, 1, '{"pilots":["Ann"]}', 1000), (2, null, null, null, null, null),
        (3, '', 0, 0, 'null', 0)`,
      "insert into motors values ('new', 1, 1), (null, 2, 0), (null, 9, null)",
    ].map((each) => raw.DB.prepare(each)),
  );
});

it("reads values of every kind of column as drizzle does", async () => {
  expect(await compared((on) => on.select().from(rigs))).toEqual([
    { id: 1, name: "Aurora", mass: 25.5, isArmed: true, crew: { pilots: ["Ann"] }, builtOn: new Date(1000) },
    { id: 2, name: null, mass: null, isArmed: null, crew: null, builtOn: null },
    { id: 3, name: "", mass: 0, isArmed: false, crew: null, builtOn: new Date(0) },
  ]);
  expect(await compared((on) => on.select().from(rigs).where(eq(rigs.id, 99)))).toEqual([]);
});

it("reads expressions, aliases and subqueries as drizzle does", async () => {
  const named = (on: DrizzleD1Database) => {
    const inner = on
      .select({ twice: sql<number>`${rigs.id} * 2`.as("twice") })
      .from(rigs)
      .as("inner");
    return on.select({ twice: inner.twice }).from(inner);
  };
  await compared(named);
  const found = await compared((on) =>
    on
      .select({
        bare: sql`${rigs.id} + 1`,
        isNamed: sql<boolean>`${rigs.name} is not null`.mapWith(Boolean).as("is_named"),
        crew: aliased(rigs.crew, "the_crew"),
        inner: { words: sql<string>`upper(${rigs.name})`.mapWith((value) => `${value}!`), id: rigs.id },
      })
      .from(rigs),
  );
  expect(found).toContainEqual({
    bare: 2,
    isNamed: true,
    crew: { pilots: ["Ann"] },
    inner: { words: "AURORA!", id: 1 },
  });
});

it("makes an object of a join null where drizzle does", async () => {
  const isOf = eq(motors.rigId, rigs.id);
  const found = await compared((on) => on.select().from(rigs).leftJoin(motors, isOf).orderBy(rigs.id));
  // drizzle looks at the first column alone.
  expect((found as { motors: unknown }[]).map((row) => row.motors)).toEqual([
    { note: "new", rigId: 1, isOn: true },
    null,
    null,
  ]);
  await compared((on) => on.select().from(motors).innerJoin(rigs, isOf));
  await compared((on) => on.select().from(motors).rightJoin(rigs, isOf));
  const isSpare = eq(spares.rigId, rigs.id);
  await compared((on) => on.select({ rigs, spares }).from(rigs).leftJoin(spares, isSpare));
  await compared((on) =>
    on
      .select({ id: rigs.id, mixed: { note: motors.note, name: rigs.name }, only: { isOn: motors.isOn } })
      .from(rigs)
      .leftJoin(motors, isOf),
  );
});

it("reads what a change returns as drizzle does", async () => {
  const set = (name: string) => (on: DrizzleD1Database) =>
    on.update(rigs).set({ name }).where(eq(rigs.id, 1)).returning({ name: rigs.name, isArmed: rigs.isArmed });
  expect(await compared(set("Titan"))).toEqual([{ name: "Titan", isArmed: true }]);
});

it("reads the rows of every table as drizzle does", async () => {
  await fill(20, [1]);
  await prospect({ assigned_to: null });
  const tables = Object.values(FOUND)
    .flatMap((module) => Object.values(module))
    .filter((each) => is(each, SQLiteTable));
  const sizes = new Map<string, number>();
  for (const table of tables) {
    const found = await compared((on) => on.select().from(table).limit(20));
    sizes.set(getTableName(table), (found as unknown[]).length);
  }
  expect([...sizes.values()].filter((size) => size > 0).length).toBeGreaterThan(40);
  expect(await compared((on) => selectProspects(on).limit(20))).toHaveLength(20);
});

const beginning = (on: DrizzleD1Database) =>
  on
    .select({
      id: rigs.id,
      name: rigs.name,
      engine: { note: motors.note, is: sql`${motors.isOn} in (${1}, ${"it's"})` },
    })
    .from(rigs)
    .leftJoin(motors, sql`${motors.rigId} = ${rigs.id} and ${motors.note} <> ${"old from here"}`);
const fixed = fixedSelect(beginning);

it("puts what follows a fixed select together as drizzle does", async () => {
  const endings: ((select: ReturnType<typeof beginning>, on: DrizzleD1Database) => Select)[] = [
    (select) => select,
    (select) => select.where(eq(rigs.id, 1)),
    (select) => select.where(sql`${rigs.id} > ${1}`).orderBy(sql`${rigs.id} desc`).limit(1).offset(1),
    (select) => select.groupBy(rigs.id).having(sql`count(*) > ${0}`),
    (select) => select.leftJoin(others, sql`${others.id} = ${rigs.id} and ${others.id} > ${1}`),
    (select, on) =>
      unionAll(select.where(eq(rigs.id, 3)), beginning(on).where(eq(rigs.id, 1))).orderBy(sql`id`),
    (select, on) =>
      unionAll(beginning(on), select.where(eq(rigs.id, 3)))
        .orderBy(sql`id`)
        .limit(2),
    (select, on) => {
      const inner = select.where(eq(rigs.id, 1)).as("inner");
      return on.select({ id: inner.id, name: inner.name }).from(inner);
    },
  ];
  for (const end of endings)
    for (const _ of ["made", "kept"]) {
      const theirs = await end(beginning(plain), plain);
      expect(await end(fixed(db), db)).toStrictEqual(theirs);
      expect((await readBatch(db, [end(fixed(db), db)]))[0]).toStrictEqual(theirs);
    }
});

it("asks the same of D1 for a fixed select, with its own values in the text", () => {
  const at = (on: DrizzleD1Database, select: typeof beginning) =>
    select(on).where(eq(rigs.id, 7)).limit(3).toSQL();
  const text = at(plain, beginning)
    .sql.replace("(?, ?)", "(1, 'it''s')")
    .replace("<> ?", "<> 'old from here'");
  expect(at(db, fixed)).toEqual({ sql: text, params: [7, 3] });
  const ours = selectProspects(db).where(eq(prospects.id, 7)).toSQL();
  expect(ours.params).toEqual([7]);
});
