import * as z from "zod/mini";
import type { Language } from "./wire.schema.ts";

/** What a field is called, and what its value is called where it has none. */
export type FieldText = Record<Language, string> & { none?: Record<Language, string> };

/**
 * A field of a record: how it is stored, what requests send and get, and where it counts. Columns, inputs, answers, audit
 * names, the file of a user's own data and the values of forms are made from these. A feature adds keys of its own.
 */
export type Field = {
  /** How SQLite stores it: a `flag` as 0 or 1, `json` as text. The column takes null where the input does. */
  column: "text" | "integer" | "real" | "flag" | "json";
  input: z.ZodMiniType;
  /** Left out where answers tell it in another way, such as a user by their name. */
  answer?: z.ZodMiniType;
  /** The value of a record that is created without it; left out where each record needs one. */
  blank?: unknown;
  /** SQLite has no default for the column: each insert gives the blank value. */
  noDefault?: true;
  /** Its name in the audit log, which keeps the values before and after an edit; left out where the log keeps none. */
  audit?: FieldText;
  /** Why the file of a user's own data leaves it out. */
  withheld?: string;
};
export type Fields = Readonly<Record<string, Field>>;

/** A text that each record has. */
export const requiredText = { column: "text", answer: z.string() } as const;
/** A text that is one of some values. */
export const choice = <const Values extends readonly string[]>(values: Values) => {
  const one = z.enum(values);
  return { column: "text", input: one, answer: one } as const;
};
/** A text that a record can be without. */
export const optionalText = { column: "text", answer: z.nullable(z.string()), blank: null } as const;

export type ValueOf<F extends Field> = z.output<F["input"]>;
/** The values of all fields of a record. */
export type Values<F extends Fields> = { [Name in keyof F]: ValueOf<F[Name]> };
type Blanks<F extends Fields> = {
  [Name in keyof F as F[Name] extends { blank: unknown } ? Name : never]: ValueOf<F[Name]>;
};

export const fieldNames = <F extends Fields>(fields: F) => Object.keys(fields) as (keyof F & string)[];

/** The fields that have a key, such as `audit`. */
export const fieldsWith = <F extends Fields, Key extends string>(fields: F, key: Key) =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => key in field)) as {
    [Name in keyof F as F[Name] extends Record<Key, unknown> ? Name : never]: F[Name];
  };

const mapped = <F extends Fields>(fields: F, to: (field: Field) => unknown) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, to(field)]));

/** The shape of a request that may leave out each field. */
export const inputsOf = <F extends Fields>(fields: F) =>
  mapped(fields, ({ input }) => z.optional(input)) as {
    [Name in keyof F]: z.ZodMiniOptional<F[Name]["input"]>;
  };

/** The shape of an answer. */
export const answersOf = <F extends Fields>(fields: F) =>
  mapped(fieldsWith(fields, "answer"), ({ answer }) => answer) as {
    [Name in keyof F as F[Name] extends { answer: unknown } ? Name : never]: F[Name]["answer"];
  };

/** The values of a new record that gives none; fields that each record needs are missing. */
export const blanksOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => ("blank" in field ? [[name, field.blank]] : [])),
  ) as Blanks<F>;
