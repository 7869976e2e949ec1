import fc from "fast-check";
import { TEXTS } from "./values.ts";

const deep = (depth: number): unknown => Array.from({ length: depth }).reduce((inner) => [inner], 1);
const named = (name: string, value: unknown): unknown =>
  JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`);

const strange: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.constantFrom<unknown>(
    ...[
      null,
      true,
      false,
      0,
      -1,
      1,
      1.5,
      0.001,
      -0,
      2 ** 31,
      2 ** 53,
      2 ** 63,
      1e300,
      -1e300,
      5e-324,
      999_999_999_999_999,
    ],
    ...[
      [],
      {},
      [[]],
      [null],
      ["a"],
      deep(40),
      deep(2_000),
      named("__proto__", { isAdmin: true }),
      named("toString", 1),
    ],
  ),
  fc.integer({ min: 1, max: 120 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** One change of a JSON value: somewhere in it a value is removed, added or replaced. */
export type Mutation = {
  at: number;
  how: "replace" | "remove" | "add" | "wrap" | "repeat";
  name: string;
  value: unknown;
};

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(40),
  how: fc.constantFrom<Mutation["how"]>("replace", "replace", "replace", "remove", "add", "wrap", "repeat"),
  name: fc.constantFrom(
    "id",
    "version",
    "role",
    "organizationId",
    "userId",
    "isSystem",
    "__proto__",
    "constructor",
    "x",
  ),
  value: strange,
});

type Place = { within: Record<string, unknown> | unknown[]; key: string | number };

/** Returns every place in a value, outermost first; none for a value without contents. */
function placesOf(value: unknown, depth = 0): Place[] {
  if (typeof value !== "object" || value === null || depth > 6) return [];
  const within = value as Place["within"];
  const keys = Array.isArray(within) ? [...within.keys()].slice(0, 20) : Object.keys(within);
  return keys.flatMap((key) => [
    { within, key },
    ...placesOf((within as Record<string | number, unknown>)[key], depth + 1),
  ]);
}

const own = (within: object, key: string | number, value: unknown) =>
  Object.defineProperty(within, key, { value, enumerable: true, configurable: true, writable: true });

/** Returns a copy of the value with one change. */
export function mutated(value: unknown, { at, how, name, value: strange }: Mutation): unknown {
  const copy: unknown = structuredClone(value);
  const places = placesOf(copy);
  const place = places[at % (places.length + 1)];
  if (!place) {
    const isObject = typeof copy === "object" && copy !== null && !Array.isArray(copy);
    return how === "add" && isObject
      ? own(copy, name, strange)
      : how === "wrap"
        ? [copy]
        : at % 9
          ? copy
          : strange;
  }
  const { within, key } = place;
  const now = (within as Record<string | number, unknown>)[key];
  if (how === "remove") Array.isArray(within) ? within.splice(Number(key), 1) : delete within[key];
  else if (how === "wrap") own(within, key, [now]);
  else if (how === "repeat" && Array.isArray(within)) within.push(...Array.from({ length: 600 }, () => now));
  else if (how === "add" && !Array.isArray(within)) own(within, name, strange);
  else own(within, key, strange);
  return copy;
}

/** Returns a text with one character removed, doubled or replaced. */
export const broken = (text: string, at: number, by: string): string => {
  const place = at % (text.length + 1);
  return text.slice(0, place) + by + text.slice(place + (at % 2));
};
