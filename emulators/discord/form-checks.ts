import type { FormErrors } from "./errors.ts";
import { isObject, type JsonObject } from "./http.ts";

/** Returns the problems of a value in the form of Discord's "Invalid Form Body", or undefined when it is valid. */
export type Check = (value: unknown) => FormErrors | undefined;

export function problem(code: string, message: string): FormErrors {
  return { _errors: [{ code, message }] };
}

const missing = () => problem("BASE_TYPE_REQUIRED", "This field is required");
const isMissing = (value: unknown): boolean => value === undefined || value === null;

function checkLength(length: number, min: number, max: number): FormErrors | undefined {
  if (length >= min && length <= max) return undefined;
  return min > 0
    ? problem("BASE_TYPE_BAD_LENGTH", `Must be between ${min} and ${max} in length.`)
    : problem("BASE_TYPE_MAX_LENGTH", `Must be ${max} or fewer in length.`);
}

export const text =
  (min: number, max: number): Check =>
  (value) => {
    if (isMissing(value)) return missing();
    if (typeof value !== "string")
      return problem("STRING_TYPE_CONVERT", "Could not interpret value as string.");
    return checkLength([...value].length, min, max);
  };

export const whole =
  (min: number, max: number): Check =>
  (value) => {
    if (isMissing(value)) return missing();
    if (typeof value !== "number" || !Number.isInteger(value))
      return problem("NUMBER_TYPE_COERCE", `Value "${String(value)}" is not int.`);
    if (value < min)
      return problem("NUMBER_TYPE_MIN", `int value should be greater than or equal to ${min}.`);
    return value > max
      ? problem("NUMBER_TYPE_MAX", `int value should be less than or equal to ${max}.`)
      : undefined;
  };

export const number: Check = (value) =>
  typeof value === "number" ? undefined : problem("NUMBER_TYPE_COERCE", "Value is not float.");

export const boolean: Check = (value) =>
  typeof value === "boolean" ? undefined : problem("BOOLEAN_TYPE_CONVERT", "Must be either true or false.");

/** A field that may be left out or null. */
export const optional =
  (check: Check): Check =>
  (value) =>
    isMissing(value) ? undefined : check(value);

export const anything: Check = (value) => (isMissing(value) ? missing() : undefined);

export const oneOf =
  (...choices: readonly (string | number)[]): Check =>
  (value) => {
    if (isMissing(value)) return missing();
    return choices.some((choice) => choice === value)
      ? undefined
      : problem("BASE_TYPE_CHOICES", `Value must be one of {${choices.join(", ")}}.`);
  };

/** A list; problems carry the index of their entry. */
export const list =
  (min: number, max: number, entry: Check): Check =>
  (value) => {
    if (isMissing(value)) return missing();
    if (!Array.isArray(value))
      return problem("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
    return checkLength(value.length, min, max) ?? collected(value.map((each, index) => [index, entry(each)]));
  };

/**
 * An object with the given fields; Discord ignores others.
 * @param also rules between the fields, asked when each field is valid
 */
export const object =
  (
    fields: Readonly<Record<string, Check>>,
    also: (value: JsonObject) => FormErrors | undefined = () => undefined,
  ): Check =>
  (value) => {
    if (isMissing(value)) return missing();
    if (!isObject(value)) return problem("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType");
    return (
      collected(Object.entries(fields).map(([name, check]) => [name, check(value[name])])) ?? also(value)
    );
  };

/** An object whose field `type` says which check it has to pass. */
export const typed =
  (checks: Readonly<Record<number, Check>>): Check =>
  (value) => {
    if (!isObject(value))
      return problem("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
    const check = typeof value["type"] === "number" ? checks[value["type"]] : undefined;
    if (check) return check(value);
    const types = Object.keys(checks).join(", ");
    return { type: problem("UNION_TYPE_CHOICES", `Value of field "type" must be one of (${types},).`) };
  };

/** Returns the problems by field, or undefined when there are none. */
export function collected(
  problems: readonly (readonly [string | number, FormErrors | undefined])[],
): FormErrors | undefined {
  const found = problems.filter((each): each is [string | number, FormErrors] => each[1] !== undefined);
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** Returns a problem in its place in the body. */
export function at(path: readonly (string | number)[], found: FormErrors): FormErrors {
  return path.reduceRight<FormErrors>((inner, key) => ({ [key]: inner }), found);
}

/** Returns problems as lines of text, with the path of each field. */
export function described(found: FormErrors, path = ""): string[] {
  return Object.entries(found).flatMap(([key, inner]) =>
    Array.isArray(inner)
      ? inner.map(({ code, message }) => `${path || "body"}: ${message} (${code})`)
      : described(inner, path ? `${path}.${key}` : key),
  );
}
