import fc from "fast-check";
import type { $ZodType } from "zod/v4/core";

type Definition = {
  type: string;
  shape?: Record<string, $ZodType>;
  element?: $ZodType;
  innerType?: $ZodType;
  in?: $ZodType;
  options?: readonly $ZodType[];
  entries?: Record<string, unknown>;
  values?: readonly unknown[];
  keyType?: $ZodType;
  valueType?: $ZodType;
};
/** The limits and formats that the checks of a schema result in. */
type Bag = { minimum?: number; maximum?: number; format?: string; patterns?: Set<RegExp> };

const LONGEST_TEXT = 60;
const MOST_ITEMS = 4;

/** Texts of formats without a pattern. */
export const FORMATS: Record<string, readonly string[]> = {
  email: ["vega@example.org", "a@b.co"],
  url: ["https://example.org/a?b=c", "http://localhost:1"],
  datetime: ["2026-11-22T10:00:00Z", "2030-01-01T00:00:00.000+02:00", "2200-12-31T23:59:59-23:59"],
  date: ["2026-11-22", "1900-01-01"],
};

/** Texts with a special meaning to some layer. */
export const TEXTS = [
  "",
  " ",
  "vega",
  "admin",
  "Astrid Holm",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "a\udfffb",
  "\u202egnp.exe",
  "\u200b",
  "аdmin",
  "İ",
  "ß",
  "🚀".repeat(20),
  "e\u0301",
  "%",
  "_",
  "%00",
  "' or 1=1 --",
  '"',
  "\\",
  "{name}",
  "<b>",
  "../../etc",
  "-1",
  "0",
  "1e3",
  "NaN",
  "null",
  "__proto__",
  "constructor",
  "me",
  "none",
  "[]",
  '["a"]',
  "WyJhIl0",
  "WzFd",
  "Wzk5OTk5XQ",
  "x".repeat(300),
  "x".repeat(30_000),
  "+010000-01-01T00:00:00Z",
  "9999-12-31T23:59:59-23:59",
  "0000-01-01T00:00:00Z",
  "2026-02-30T00:00:00Z",
];

function textOf({ minimum = 0, maximum = LONGEST_TEXT, format, patterns }: Bag): fc.Arbitrary<unknown> {
  const known = FORMATS[format ?? ""];
  if (known) return fc.constantFrom(...known);
  const [pattern] = patterns ?? [];
  if (pattern) {
    try {
      return fc.stringMatching(pattern);
    } catch {
      // Only texts of users have patterns with a lookahead; the other texts match them.
    }
  }
  const minLength = Math.min(minimum, LONGEST_TEXT);
  const maxLength = Math.max(minLength, Math.min(maximum, LONGEST_TEXT));
  return fc.oneof(
    fc.string({ minLength, maxLength, unit: "grapheme" }),
    fc.string({ minLength, maxLength }),
    fc.constantFrom(...TEXTS),
  );
}

const numberOf = ({ minimum = -100, maximum = Number.MAX_SAFE_INTEGER }: Bag, isWhole: boolean) => {
  const [min, max] = [Math.ceil(minimum), Math.floor(maximum)];
  const small = fc.integer({ min, max: Math.min(max, min + 60) });
  return fc.oneof(small, fc.constantFrom(min, max), isWhole ? small : fc.double({ min, max, noNaN: true }));
};

function objectOf(shape: Record<string, $ZodType>): fc.Arbitrary<unknown> {
  const parts = Object.entries(shape).map(([name, schema]) => [name, valueFor(schema)] as const);
  const isLeftOut = ([name]: readonly [string, unknown]) => shape[name]?._zod.optin === "optional";
  const requiredKeys = parts.filter((part) => !isLeftOut(part)).map(([name]) => name);
  return fc.record(Object.fromEntries(parts), { requiredKeys });
}

/** Generates values that a schema accepts, and some that only its refinements refuse. */
export function valueFor(schema: $ZodType): fc.Arbitrary<unknown> {
  const definition = schema._zod.def as unknown as Definition;
  const bag = schema._zod.bag as Bag;
  const { type, shape, element, innerType, options, entries, values, keyType, valueType } = definition;
  if (shape) return objectOf(shape);
  if (innerType) {
    const inner = valueFor(innerType);
    return type === "nullable" ? fc.option(inner, { freq: 4 }) : inner;
  }
  if (definition.in) return valueFor(definition.in);
  if (options) return fc.oneof(...options.map(valueFor));
  if (entries) return fc.constantFrom(...Object.values(entries));
  if (values) return fc.constantFrom(...values);
  if (element) {
    const maxLength = Math.min(bag.maximum ?? MOST_ITEMS, MOST_ITEMS);
    return fc.array(valueFor(element), { minLength: Math.min(bag.minimum ?? 0, maxLength), maxLength });
  }
  if (keyType && valueType)
    return fc.dictionary(fc.string({ maxLength: 8 }), valueFor(valueType), { maxKeys: 3 });
  if (type === "string") return textOf(bag);
  if (type === "number") return numberOf(bag, bag.format?.includes("int") ?? false);
  if (type === "boolean") return fc.boolean();
  if (type === "null") return fc.constant(null);
  return fc.jsonValue({ maxDepth: 2 });
}
