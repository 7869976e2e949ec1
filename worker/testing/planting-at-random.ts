import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import fc from "fast-check";
import { nextNumber, raw, rows } from "./database.ts";
import { type Column, KEPT, layoutOf, MEMBERS, type Planted, USERS, untilEachTook } from "./planting.ts";

/** A row by column, each value as JSON, so that an integer keeps its 64 bits. */
type Row = Readonly<Record<string, string>>;
type Table = ReturnType<typeof getTableConfig>["columns"];

const ROWS = 4;
/** Rows that are tried in vain for a table that takes a value only once. */
const TRIES = 40;

const modules = import.meta.glob<Record<string, unknown>>(["../**/*.table.ts"], { eager: true });
const TABLES: ReadonlyMap<string, Table> = new Map(
  Object.values(modules)
    .flatMap((module) => Object.values(module))
    .filter((each): each is SQLiteTable => is(each, SQLiteTable))
    .map(getTableConfig)
    .map(({ name, columns }) => [name, columns]),
);

const withoutNul = (text: string) => text.replaceAll("\0", "");
/** What could end a value, a row or a table of a document, and what a reader could take for something else. */
const TRICKS = [
  ...[
    '"',
    "'",
    "\\",
    '\\"',
    "]",
    '["',
    "],",
    '],"count":0,"sha256":""}',
    '{"header":',
    "\n",
    "\r\n",
    "\u2028\u2029",
  ],
  ...[
    "null",
    "1",
    "1.0",
    "-0",
    "1e999",
    "true",
    "",
    " ",
    "\u00a0",
    "\ufeff",
    "\u0001\u0008\u001f\u007f\u0085",
    "\ufffe\uffff",
  ],
  ...[
    "\ud800",
    "x\udfffx",
    "🚀",
    "👩‍🚀",
    "e\u0301",
    "Ørsted",
    "ﷺ",
    "=1+1",
    "%s %",
    "$.a",
    "'; drop table users; --",
  ],
];
const texts = fc.oneof(
  fc.constantFrom(...TRICKS),
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary", maxLength: 40 }).map(withoutNul),
  fc.tuple(fc.constantFrom(...TRICKS), fc.constantFrom(...TRICKS)).map((parts) => parts.join("")),
);
const longTexts = fc
  .tuple(texts, fc.integer({ min: 1_000, max: 20_000 }))
  .map(([text, length]) => `${text} ø"\n`.repeat(length).slice(0, 2 * length));
const MOST = 2n ** 63n - 1n;
const integers = fc.oneof(
  fc.bigInt({ min: -MOST - 1n, max: MOST }),
  fc.constantFrom(0n, 1n, -1n, 2n ** 53n + 1n, -(2n ** 53n) - 1n, MOST, -MOST - 1n),
  fc.bigInt({ min: -1_000n, max: 1_000n }),
);
const reals = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0.1, 100, 1e15, 5e-324, 1.7976931348623157e308, 2 ** 53, 2 ** 63, 1 / 3),
);
const jsons = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.array(texts, { maxLength: 4 }).map((each) => ` ${JSON.stringify(each)}\n`),
);
const instants = fc
  .date({ min: new Date("2000-01-01T00:00:00Z"), max: new Date("2990-01-01T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString());

/** Values of each kind, one after the other; the same for the same seed. */
function drawing(seed: number) {
  const from = <T>(arbitrary: fc.Arbitrary<T>, size: number) => {
    const values = fc.sample(arbitrary, { seed, numRuns: size });
    let at = 0;
    return (): T => values[at++ % size] as T;
  };
  const choice = from(fc.nat(), 4_999);
  return {
    ...{ text: from(texts, 997), longText: from(longTexts, 7), integer: from(integers, 499) },
    ...{ real: from(reals, 97), json: from(jsons, 199), instant: from(instants, 199) },
    /** Returns true once in so many draws. */
    once: (outcomes: number) => choice() % outcomes === 0,
    one: <T>(items: readonly T[]): T => items[choice() % items.length] as T,
  };
}
type Draw = ReturnType<typeof drawing>;

/** A value for a column that refers to nothing, as JSON. */
function valueFor(draw: Draw, column: Column, drawn: Table[number] | undefined): string {
  const { name, type, notnull, pk } = column;
  if (!notnull && !pk && draw.once(4)) return "null";
  const choices = drawn?.enumValues ?? [];
  if (choices.length > 0) return JSON.stringify(draw.one(choices));
  if (drawn?.dataType.includes("boolean")) return draw.one(["0", "1"]);
  if (drawn?.dataType.includes("json")) return JSON.stringify(draw.json());
  if (/real/i.test(type)) return JSON.stringify(draw.real());
  // Ids of the database, or numbers that count something.
  if (/int/i.test(type))
    return pk === 1 && name === "id" ? String(nextNumber() + 900_000) : String(draw.integer());
  if (/_at$|day$|date$|since$|_on$/.test(name)) return JSON.stringify(draw.instant());
  return JSON.stringify(draw.once(40) ? draw.longText() : draw.text());
}

/**
 * Inserts several rows of random values into tables, and those of people as well; a reference is to any row that there is.
 * @param tables names
 * @returns tables that took no row, with the database's reason
 */
export async function plantAtRandom(
  target: Planted,
  tables: readonly string[],
  seed: number,
): Promise<Record<string, string>> {
  const draw = drawing(seed);
  const planted: Record<string, Row[]> = {};
  for (const name of ["organizations", "users", "members", "roles"]) {
    const own = name === "organizations" ? "id" : "organization_id";
    const found = await rows(`select * from ${name} where ${own} = ?`, target.organizationId);
    planted[name] = found.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, JSON.stringify(value)])),
    );
  }
  const idOf = (name: string) => draw.one(planted[name] ?? [])?.["id"] ?? "null";
  const plantOne = async (table: string, { columns, references }: Awaited<ReturnType<typeof layoutOf>>) => {
    const drawn = TABLES.get(table);
    const values: Record<string, string> = {};
    for (const { id, table: parent } of references) {
      const own = references.filter((each) => each.id === id && each.from !== "organization_id");
      if (own.length === 0 || own.some(({ from }) => from in values)) continue;
      const isFree = own.every(({ from }) => columns.find(({ name }) => name === from)?.notnull === 0);
      const isNone = isFree && (parent === table || draw.once(4));
      const named = isNone ? undefined : draw.one(planted[parent] ?? []);
      if (!named && !isNone) throw new Error(`${table} waits for ${parent}`);
      for (const { from, to } of own) values[from] = named?.[to ?? "id"] ?? "null";
    }
    for (const column of columns) {
      const { name } = column;
      if (name in values) continue;
      if (name === "organization_id") values[name] = String(target.organizationId);
      else if (USERS.test(name)) values[name] = idOf("users");
      else if (MEMBERS.test(name) && /int/i.test(column.type)) values[name] = idOf("members");
      else if (name === "contract_id") values[name] = idOf("contracts");
      else
        values[name] = valueFor(
          draw,
          column,
          drawn?.find((each) => each.name === name),
        );
    }
    const names = Object.keys(values);
    await raw.DB.prepare(
      `insert into "${table}" (${names.map((name) => `"${name}"`).join(", ")})
       select ${names.map((_, at) => `line.value ->> ${at}`).join(", ")} from json_each(?) line`,
    )
      .bind(`[[${Object.values(values).join(",")}]]`)
      .run();
    planted[table] = [...(planted[table] ?? []), values];
  };
  return untilEachTook(
    // There is one row of an organization.
    tables.filter((name) => name !== "organizations" && !KEPT.test(name)),
    async (table) => {
      const layout = await layoutOf(table);
      let [count, tries] = [0, 0];
      while (count < ROWS) {
        tries += 1;
        try {
          await plantOne(table, layout);
          count += 1;
        } catch (error) {
          if (!/constraint failed/i.test(String(error))) throw error;
          if (tries >= TRIES && count > 0) return;
          if (tries >= 2 * TRIES) throw error;
        }
      }
    },
  );
}
