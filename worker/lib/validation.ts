import type { $ZodIssue } from "zod/v4/core";
import { type AppError, errors, fill } from "./errors.ts";
import { TEXT_FAULTS } from "./names.schema.ts";
import { type Language, YEARS } from "./wire.schema.ts";

/** The error for a form: a sentence per field, and the fields' names in the detail. */
export function invalidInput(byField: Record<string, string[]>): AppError {
  const fields = Object.entries(byField)
    .map(([field, messages]) => (field ? `${field}: ${messages[0]}` : (messages[0] ?? "")))
    .join("; ");
  return errors.invalid_input({ fields }, { errors: byField });
}

/** A sentence about a wrong field; `{n}` is filled in with the bound that was broken. */
type Sentence = Readonly<Record<Language, string>>;

/** Sentences of features for what their schemas refuse, by the `error` that the schema names. */
export type Sentences = Readonly<Record<string, Sentence>>;

/** The error for one field that no schema can judge, such as a cursor or the number of a ship. */
export const invalidField = (
  field: string,
  language: Language,
  why: Sentence | "required" | "invalid" = "invalid",
): AppError => invalidInput({ [field]: [typeof why === "string" ? text(why, language) : why[language]] });

/** The sentence for a field that has to be filled in, as an error's `errors`. */
export const requiredField = (
  field: string,
  language: Language,
  why: Sentence = GENERAL.required,
): Record<string, string[]> => ({ [field]: [why[language]] });

/** The sentences about wrong fields that every form uses. */
export const GENERAL = {
  required: { en: "Required", da: "Skal udfyldes" },
  expected: { en: "Expected {expected}, received {received}", da: "Forventede {expected}, fik {received}" },
  invalid: { en: "Invalid input", da: "Ugyldig værdi" },
  datetime: { en: "Invalid date", da: "Ugyldig dato" },
  years: {
    en: `Enter a time between ${YEARS.first} and ${YEARS.last}`,
    da: `Angiv et tidspunkt mellem ${YEARS.first} og ${YEARS.last}`,
  },
  hidden_characters: {
    en: "Leave out invisible characters, changes of direction and piles of accents",
    da: "Udelad usynlige tegn, skift af skriveretning og ophobede accenter",
  },
  nothing_visible: {
    en: "A name needs at least one visible character",
    da: "Et navn skal have mindst ét synligt tegn",
  },
  email: { en: "Invalid email address", da: "Ugyldig e-mailadresse" },
  url: { en: "Must be a web address", da: "Skal være en webadresse" },
  short: {
    en: "String must contain at least {n} character(s)",
    da: "Teksten skal være på mindst {n} tegn",
  },
  long: { en: "At most {n} characters", da: "Højst {n} tegn" },
  small: { en: "Must be at least {n}", da: "Skal være mindst {n}" },
  big: { en: "Must be at most {n}", da: "Må højst være {n}" },
  few: { en: "Choose at least {n}", da: "Vælg mindst {n}" },
  many: { en: "At most {n} at once", da: "Højst {n} ad gangen" },
  option: { en: "Must be one of: {options}", da: "Skal være en af: {options}" },
  unknown: { en: "This field is not known here", da: "Dette felt kendes ikke her" },
} as const satisfies Record<string, Record<Language, string>>;

const text = (key: keyof typeof GENERAL, language: Language, values: Record<string, string | number> = {}) =>
  fill(GENERAL[key][language], values);

/** Most fields that an answer speaks of, enough to go on, and most characters it repeats of a field's name. */
const FIELDS_NAMED = 20;
const NAME_LENGTH = 64;

/**
 * Sentences for what zod found wrong, by field: a nested one is named with dots, the whole input "".
 * @param own those of features
 */
export function fieldErrors(
  issues: readonly $ZodIssue[],
  language: Language,
  own: Sentences = {},
): Record<string, string[]> {
  // A map, because a field may be called "constructor".
  const errors = new Map<string, string[]>();
  const add = (name: string, message: string) => {
    const field = name.slice(0, NAME_LENGTH);
    if (!errors.has(field) && errors.size === FIELDS_NAMED) return;
    errors.set(field, [...(errors.get(field) ?? []), message]);
  };
  for (const issue of issues) {
    const field = issue.path.map(String).join(".");
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) add(field ? `${field}.${key}` : key, text("unknown", language));
    } else add(field, sentence(issue, language, own));
  }
  return Object.fromEntries(errors);
}

function sentence(issue: $ZodIssue, language: Language, own: Sentences): string {
  const say = (key: keyof typeof GENERAL, values?: Record<string, string | number>) =>
    text(key, language, values);
  const named = own[issue.message];
  if (named) return fill(named[language], "minimum" in issue ? { n: Number(issue.minimum) } : {});
  switch (issue.code) {
    case "invalid_type": {
      const { input, expected } = issue;
      if (input === undefined) return say("required");
      const received = input === null ? "null" : Array.isArray(input) ? "array" : typeof input;
      return say("expected", { expected, received });
    }
    case "too_small": {
      const n = Number(issue.minimum);
      if (issue.origin === "array") return say("few", { n });
      if (issue.origin !== "string") return say("small", { n: issue.inclusive ? n : n + 1 });
      return n === 1 ? say("required") : say("short", { n });
    }
    case "too_big":
      return say(issue.origin === "array" ? "many" : issue.origin === "string" ? "long" : "big", {
        n: Number(issue.maximum),
      });
    case "invalid_format": {
      const known = (["datetime", "years", "email", "url", ...TEXT_FAULTS] as const).find(
        (each) => each === issue.format,
      );
      return say(known ?? "invalid");
    }
    case "invalid_value":
      return say("option", { options: issue.values.join(", ") });
    case "invalid_union": {
      const nested = issue.errors.flat();
      const types = nested.filter((each) => each.code === "invalid_type");
      // What came nearest to fitting says most.
      const nearest =
        nested.find((each) => each.code === "invalid_format") ??
        nested.find((each) => each.code === "too_big" || each.code === "too_small") ??
        (types.length === 1 ? types[0] : undefined);
      return nearest ? sentence(nearest, language, own) : say("invalid");
    }
    default:
      return say("invalid");
  }
}
