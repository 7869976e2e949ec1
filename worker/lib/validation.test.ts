import { expect, it } from "vitest";
import * as z from "zod/mini";
import { personName } from "./names.schema.ts";
import { fieldErrors, invalidField, invalidInput, type Sentences } from "./validation.ts";
import { instant } from "./wire.schema.ts";

const OWN: Sentences = { too_few_guests: { en: "Invite {n} guests", da: "Inviter {n} gæster" } };

/** The sentences for a value of one field. */
const errorsOf = (schema: z.ZodMiniType, field: unknown, language: "en" | "da" = "en") => {
  const { error } = z.safeParse(z.strictObject({ field: schema }), { field }, { reportInput: true });
  return fieldErrors(error?.issues ?? [], language, OWN)["field"];
};

it("says what type a field needs and what came, and that a missing one is required", () => {
  expect(errorsOf(z.string(), undefined)).toEqual(["Required"]);
  expect(errorsOf(z.string(), undefined, "da")).toEqual(["Skal udfyldes"]);
  expect(errorsOf(z.string(), null)).toEqual(["Expected string, received null"]);
  expect(errorsOf(z.string(), [])).toEqual(["Expected string, received array"]);
  expect(errorsOf(z.string(), {})).toEqual(["Expected string, received object"]);
  expect(errorsOf(z.number(), "7")).toEqual(["Expected number, received string"]);
});

it("says the bound that was broken, in the words for texts, lists and numbers", () => {
  expect(errorsOf(z.string().check(z.minLength(1)), "")).toEqual(["Required"]);
  expect(errorsOf(z.string().check(z.minLength(3)), "a")).toEqual([
    "String must contain at least 3 character(s)",
  ]);
  expect(errorsOf(z.string().check(z.maxLength(3)), "abcd")).toEqual(["At most 3 characters"]);
  expect(errorsOf(z.array(z.string()).check(z.minLength(2)), ["a"])).toEqual(["Choose at least 2"]);
  expect(errorsOf(z.array(z.string()).check(z.maxLength(1)), ["a", "b"])).toEqual(["At most 1 at once"]);
  expect(errorsOf(z.number().check(z.minimum(5)), 4)).toEqual(["Must be at least 5"]);
  expect(errorsOf(z.int().check(z.positive()), 0)).toEqual(["Must be at least 1"]);
  expect(errorsOf(z.number().check(z.maximum(5)), 6)).toEqual(["Must be at most 5"]);
});

it("says what form a text needs, and which values may be chosen", () => {
  expect(errorsOf(z.email(), "a")).toEqual(["Invalid email address"]);
  expect(errorsOf(z.url(), "a")).toEqual(["Must be a web address"]);
  expect(errorsOf(instant, "1999-01-01T00:00:00Z")).toEqual(["Enter a time between 2000 and 2199"]);
  expect(errorsOf(personName(10), "\u0301")).toEqual(["A name needs at least one visible character"]);
  expect(errorsOf(z.string().check(z.regex(/^a/)), "b")).toEqual(["Invalid input"]);
  expect(errorsOf(z.enum(["one", "two"]), "three")).toEqual(["Must be one of: one, two"]);
});

it("says the sentence of a feature where its schema names one, with the bound", () => {
  const few = z.array(z.string()).check(z.minLength(2, "too_few_guests"));
  expect(errorsOf(few, [])).toEqual(["Invite 2 guests"]);
  expect(errorsOf(few, [], "da")).toEqual(["Inviter 2 gæster"]);
});

it("reports the alternative of a union that comes nearest to fitting", () => {
  const number = z.number().check(z.minimum(5), z.maximum(9));
  expect(errorsOf(z.union([z.email(), z.literal("")]), "a")).toEqual(["Invalid email address"]);
  expect(errorsOf(z.union([z.email(), number]), "a")).toEqual(["Invalid email address"]);
  expect(errorsOf(z.union([z.literal(0), number]), 3)).toEqual(["Must be at least 5"]);
  expect(errorsOf(z.union([z.literal(0), number]), 10)).toEqual(["Must be at most 9"]);
  expect(errorsOf(z.union([z.literal(0), z.string()]), 3)).toEqual(["Expected string, received number"]);
  expect(errorsOf(z.union([z.string(), z.number()]), true)).toEqual(["Invalid input"]);
});

it("names nested fields and unknown ones by their path, with every sentence of a field", () => {
  const schema = z.strictObject({
    guest: z.strictObject({ age: z.number() }),
    code: z.string().check(z.minLength(3), z.regex(/^a/)),
  });
  const value = { guest: { age: "7", hat: 1 }, code: "b", boat: 1 };
  const { error } = z.safeParse(schema, value, { reportInput: true });
  expect(fieldErrors(error?.issues ?? [], "en")).toEqual({
    "guest.age": ["Expected number, received string"],
    "guest.hat": ["This field is not known here"],
    code: ["String must contain at least 3 character(s)", "Invalid input"],
    boat: ["This field is not known here"],
  });
});

it("speaks of the first twenty fields only, with every sentence of each", () => {
  const issue = (field: string) => ({ code: "custom" as const, path: [field], message: "" });
  const names = Array.from({ length: 21 }, (_, at) => `field${at}`);
  const errors = fieldErrors([...names, "field0", "field20"].map(issue), "en");
  expect(Object.keys(errors)).toEqual(names.slice(0, 20));
  expect(errors["field0"]).toEqual(["Invalid input", "Invalid input"]);
});

it("puts each field with its first sentence into the detail, and faults of the whole input alone", () => {
  const { parameters, extra } = invalidInput({ name: ["Required", "Invalid input"], "": ["Too much"] });
  expect(parameters).toEqual({ fields: "name: Required; Too much" });
  expect(extra).toEqual({ errors: { name: ["Required", "Invalid input"], "": ["Too much"] } });
  const own = { en: "Not a ship", da: "Ikke et skib" };
  expect(invalidField("ship", "da", own).extra).toEqual({ errors: { ship: ["Ikke et skib"] } });
  expect(invalidField("ship", "en", "required").extra).toEqual({ errors: { ship: ["Required"] } });
});
