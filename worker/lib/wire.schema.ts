import * as z from "zod/mini";

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

/** A Discord id: an unsigned 64-bit number that only ever travels as text. */
export const snowflake = z.string().check(z.regex(/^\d{15,20}$/));

/** An instant, ISO 8601 with any offset; stored and answered in UTC with milliseconds. */
export const instant = z.pipe(
  z.iso.datetime({ offset: true }),
  z.transform((text: string) => new Date(text).toISOString()),
);

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
