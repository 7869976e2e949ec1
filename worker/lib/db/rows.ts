import { Column, getTableName, is, noopDecoder, Subquery } from "drizzle-orm";
import { SQLiteD1Session } from "drizzle-orm/d1";
import type { SelectedFieldsOrdered } from "drizzle-orm/sqlite-core";
import { templateOf } from "../template.ts";

type Field = SelectedFieldsOrdered[number]["field"];
type Decoder = { mapFromDriverValue: (value: unknown) => unknown };

/** What a row has under a key: the value at a place, or an object, which is null where its value `nullBy` is. */
type Part = { key: string } & (
  | { at: number; decoder: Decoder | null; shape?: never }
  | { shape: Shape; nullBy: string | undefined }
);

/** What a row is made of, and an object with its keys. */
type Shape = { parts: readonly Part[]; template: Record<string, unknown> };

/** What makes a value of what D1 answers for a field; null where they are the same. */
function decoderOf(field: Field): Decoder | null {
  const source = is(field, Subquery) ? field._.sql : "sql" in field ? field.sql : field;
  const decoder = (
    is(source, Column) ? source : (source as unknown as { decoder: Decoder }).decoder
  ) as Decoder;
  const isSame =
    decoder === noopDecoder || decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue;
  return isSame ? null : decoder;
}

/**
 * The key by whose null an object of a join is null, undefined where it is always an object: drizzle looks at its first
 * column, if all are of one table that a join may leave out.
 */
function nullByOf(fields: SelectedFieldsOrdered, isAlways: Readonly<Record<string, boolean>>) {
  const columns = fields.flatMap(({ path, field }) =>
    path.length === 2 && is(field, Column) ? [{ key: path[1], table: getTableName(field.table) }] : [],
  );
  const [first] = columns;
  const isOne = first && !isAlways[first.table] && columns.every(({ table }) => table === first.table);
  return isOne ? first.key : undefined;
}

function shapeOf(
  fields: readonly (SelectedFieldsOrdered[number] & { at: number })[],
  isAlways: Readonly<Record<string, boolean>> | undefined,
  depth = 0,
): Shape {
  const parts = [...Map.groupBy(fields, ({ path }) => path[depth] as string)].map(([key, group]): Part => {
    const [first] = group as [(typeof group)[number]];
    if (first.path.length === depth + 1) return { key, at: first.at, decoder: decoderOf(first.field) };
    const nullBy = isAlways && depth === 0 ? nullByOf(group, isAlways) : undefined;
    return { key, shape: shapeOf(group, isAlways, depth + 1), nullBy };
  });
  return { parts, template: templateOf(parts.map(({ key }) => key)) };
}

function read({ parts, template }: Shape, row: readonly unknown[]): Record<string, unknown> {
  const made = { ...template };
  for (const part of parts) {
    if (part.shape) {
      const inner = read(part.shape, row);
      made[part.key] = part.nullBy !== undefined && inner[part.nullBy] === null ? null : inner;
    } else {
      const value = row[part.at];
      made[part.key] = value === null || !part.decoder ? value : part.decoder.mapFromDriverValue(value);
    }
  }
  return made;
}

/** Shapes by the fields of a select; those of a `fixedSelect` are the same ones each time. */
const shapes = new WeakMap<SelectedFieldsOrdered, Shape>();

function shapeFor(fields: SelectedFieldsOrdered, isAlways: Readonly<Record<string, boolean>> | undefined) {
  const known = shapes.get(fields);
  if (known) return known;
  const placed = fields.map((field, at) => ({ ...field, at }));
  const shape = shapeOf(placed, isAlways);
  shapes.set(fields, shape);
  return shape;
}

export type Prepared = ReturnType<SQLiteD1Session<never, never>["prepareQuery"]> & {
  fields: SelectedFieldsOrdered;
  joinsNotNullableMap?: Record<string, boolean>;
};

/**
 * drizzle's session, which finds out once for a result what makes its values. drizzle itself asks for each value of each row,
 * which is a sixth of the CPU of a list; what it makes is the same.
 */
export class Session extends SQLiteD1Session<Record<string, never>, Record<string, never>> {
  override prepareQuery(
    ...[query, fields, ...rest]: Parameters<SQLiteD1Session<never, never>["prepareQuery"]>
  ) {
    const prepared = super.prepareQuery(query, fields, ...rest) as Prepared;
    if (!fields) return prepared;
    prepared.mapAllResult = (result, isFromBatch) => {
      const rows = isFromBatch
        ? (result as D1Result<object>).results.map((row) => Object.values(row))
        : (result as unknown[][]);
      if (rows.length === 0) return [];
      const shape = shapeFor(fields, prepared.joinsNotNullableMap);
      return rows.map((row) => read(shape, row));
    };
    return prepared;
  }
}
