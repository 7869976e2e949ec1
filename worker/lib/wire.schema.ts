import * as z from "zod/mini";
import { YEARS } from "./years.schema.ts";

export { YEARS };

/** Languages that every text exists in. */
export const LANGUAGES = ["en", "da"] as const;
export type Language = (typeof LANGUAGES)[number];
export const language = z.enum(LANGUAGES);

/** The id of a record of ours, in a path or a body. */
export const recordId = z.int().check(z.positive());

/** The same in a path or query, where it arrives as text. */
export const recordIdText = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,15}$/)),
  z.transform((text: string) => Number(text)),
);

/**
 * Takes invisible characters out of an id, a handle, a code or an address, which nobody means: they come along when it is
 * copied. In other texts some belong to words and emoji.
 */
export const copied = z.overwrite((text: string) => text.replace(/\p{Cf}/gu, "").trim());

/** A Discord id: an unsigned 64-bit number that only ever travels as text. */
export const snowflake = z.string().check(copied, z.regex(/^\d{15,20}$/));

const BEGIN = Date.UTC(YEARS.first, 0, 1);
const END = Date.UTC(YEARS.last + 1, 0, 1);

/** Returns an instant as it is stored, in UTC with milliseconds; null for another text and outside of `YEARS`. */
export function instantOf(text: string): string | null {
  const time = Date.parse(text);
  return time >= BEGIN && time < END ? new Date(time).toISOString() : null;
}

/** An instant within `YEARS`, ISO 8601 with any offset; stored and answered in UTC with milliseconds. */
export const instant = z.pipe(
  z.iso.datetime({ offset: true, abort: true }).check(({ value, issues }) => {
    if (!instantOf(value)) issues.push({ code: "invalid_format", format: "years", input: value });
  }),
  z.transform((text: string) => instantOf(text) ?? text),
);

/** A number with some decimals, halves rounded up as the number is written: 1.005 has the hundredths 1.01. */
export function rounded(value: number, decimals: 0 | 2): number {
  const shifted = Number(`${value}e${decimals}`);
  // Numbers of such sizes are written with an exponent of their own.
  return Number.isNaN(shifted)
    ? Math.round(value * 10 ** decimals) / 10 ** decimals
    : Math.round(shifted) / 10 ** decimals;
}

const roundedTo = (decimals: 0 | 2, most: number, least: number) =>
  z.pipe(
    z.number().check(z.minimum(least), z.maximum(most)),
    z.transform((value: number) => rounded(value, decimals)),
  );

/** An amount in whole units, as the game pays; decimals that are sent are rounded half up. The bounds are whole. */
export const amount = (most: number, least = 0) => roundedTo(0, most, least);

/** A percentage, hours or a weight with two decimals; further ones are rounded half up. The bounds are whole. */
export const hundredths = (most: number, least = 0) => roundedTo(2, most, least);

/** Largest page of any list, and its default. */
export const PAGE_LIMIT = 500;
export const pageLimit = z._default(
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,2}$/)),
    z.transform((text: string) => Math.min(Number(text), PAGE_LIMIT)),
  ),
  PAGE_LIMIT,
);

/** Fields that the old client sends to say who acts; accepted and ignored: the session says who acts. */
export const ignoredIdentity = z.optional(z.nullable(z.union([z.number(), z.string()])));

/** Version of the record that an edit was based on; left out, the edit applies to whatever is there. */
export const version = z.optional(z.int().check(z.nonnegative()));
