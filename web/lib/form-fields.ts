import type { Field, Fields, ValueOf, Values } from "../../worker/lib/fields.schema.ts";
import { type FieldNumber, fieldNumber, numberOf } from "./number.ts";

type Text<Value> = null extends Value ? NonNullable<Value> | "" : Value;
/** What a form holds of a field: a number as a number field holds it, a text that can be null as an empty one. */
type FormValue<F extends Field> = F["column"] extends "integer" | "real"
  ? FieldNumber
  : F["column"] extends "text"
    ? Text<ValueOf<F>>
    : ValueOf<F>;
export type FormValues<F extends Fields> = { [Name in keyof F]: FormValue<F[Name]> };

const isNumber = ({ column }: Field) => column === "integer" || column === "real";

const every = (fields: Fields, to: (name: string, field: Field) => unknown) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, to(name, field)]));

/** The values of a form for a record. The blank value of a number is an empty number field. */
export const formValues = <F extends Fields>(fields: F, record: Readonly<Values<F>>) =>
  every(fields, (name, field) => {
    const value = record[name];
    if (isNumber(field)) return value === field.blank ? "" : fieldNumber(value as number | null);
    return value ?? (field.column === "text" ? "" : null);
  }) as FormValues<F>;

/** The first values of a form for a new record. */
export const blankForm = <F extends Fields>(fields: F) =>
  formValues(fields, every(fields, (_, { blank = "" }) => blank) as Values<F>);

/** The values of a form as requests have them; a number that cannot be read is NaN, which every schema refuses. */
export const inputValues = <F extends Fields>(fields: F, values: FormValues<F>) =>
  every(fields, (name, field) => {
    const value = values[name] as unknown;
    if (isNumber(field)) return numberOf(value as FieldNumber) ?? field.blank;
    if (typeof value !== "string") return value;
    return value.trim() || (field.blank === undefined ? "" : field.blank);
  }) as Values<F>;

/** The values of an input that a record does not have. Others are not sent, so that other users' changes of them stay. */
export const changedValues = <Input extends object>(
  input: Input,
  record: Readonly<Record<string, unknown>>,
) =>
  Object.fromEntries(
    Object.entries(input).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(record[name])),
  ) as Partial<Input>;
