import type { $Type, HasDefault, NotNull } from "drizzle-orm";
import {
  integer,
  real,
  type SQLiteBooleanBuilderInitial,
  type SQLiteIntegerBuilderInitial,
  type SQLiteRealBuilderInitial,
  type SQLiteTextBuilderInitial,
  type SQLiteTextJsonBuilderInitial,
  text,
} from "drizzle-orm/sqlite-core";
import { type Field, type Fields, fieldNames, type ValueOf, type Values } from "./fields.schema.ts";

const BUILDERS = {
  text: (name: string) => text(name),
  integer: (name: string) => integer(name),
  real: (name: string) => real(name),
  flag: (name: string) => integer(name, { mode: "boolean" }),
  json: (name: string) => text(name, { mode: "json" }),
};

type Builder = {
  text: SQLiteTextBuilderInitial<string, [string, ...string[]], number | undefined>;
  integer: SQLiteIntegerBuilderInitial<string>;
  real: SQLiteRealBuilderInitial<string>;
  flag: SQLiteBooleanBuilderInitial<string>;
  json: SQLiteTextJsonBuilderInitial<string>;
};
type Typed<F extends Field> = $Type<Builder[F["column"]], NonNullable<ValueOf<F>>>;
type Column<F extends Field> =
  null extends ValueOf<F>
    ? Typed<F>
    : F extends { blank: unknown; noDefault?: never }
      ? HasDefault<NotNull<Typed<F>>>
      : NotNull<Typed<F>>;

/** Fields whose blank values are values. */
type Fitting<F extends Fields> = { [Name in keyof F]: { blank?: ValueOf<F[Name]> } };

/** The name of a field's column: `hourly_rate` for `hourlyRate`. */
export const columnName = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The columns of fields. One that cannot be null has the blank value by default, unless it has `noDefault`. */
export const columnsOf = <F extends Fields>(fields: F & Fitting<F>) =>
  Object.fromEntries(
    Object.entries(fields as Fields).map(([name, { column, input, blank, noDefault }]) => {
      const made = BUILDERS[column](columnName(name));
      if (input.safeParse(null).success) return [name, made];
      const hasDefault = blank !== undefined && !noDefault;
      return [name, hasDefault ? made.notNull().default(blank as never) : made.notNull()];
    }),
  ) as { [Name in keyof F]: Column<F[Name]> };

/** The values after a request: those that it sends, the others as before. An empty text is null where that is the blank value. */
export const valuesAfter = <F extends Fields>(
  fields: F,
  input: Readonly<Partial<Record<keyof F, unknown>>>,
  before: Values<F>,
) =>
  Object.fromEntries(
    fieldNames(fields).map((name) => {
      const sent = input[name];
      if (sent === undefined) return [name, before[name]];
      return [name, sent === "" && fields[name]?.blank === null ? null : sent];
    }),
  ) as Values<F>;

/** The fields whose values differ; lists and objects are compared as a whole. */
export const changedFields = <F extends Fields>(fields: F, before: Values<F>, after: Values<F>) =>
  fieldNames(fields).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));

/** The names of fields in the audit log, called as its details call them: `Deadline` for `fromDeadline` and `toDeadline`. */
export const auditNames = (fields: Fields, isWanted: (field: Field) => boolean = () => true) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.audit && isWanted(field) ? [[name.charAt(0).toUpperCase() + name.slice(1), field.audit]] : [],
    ),
  );

/** The columns of fields in the file of a user's own data, and why others are left out of it. */
export const personalColumns = (fields: Fields) => {
  const all = Object.entries(fields).map(([name, { withheld }]) => ({ name: columnName(name), withheld }));
  return {
    columns: all.flatMap(({ name, withheld }) => (withheld ? [] : [name])),
    without: Object.fromEntries(all.flatMap(({ name, withheld }) => (withheld ? [[name, withheld]] : []))),
  };
};
