import * as z from "zod/mini";
/** Languages that every text exists in. */
export declare const LANGUAGES: readonly ["en", "da"];
export type Language = (typeof LANGUAGES)[number];
export declare const language: z.ZodMiniEnum<{
  da: "da";
  en: "en";
}>;
/** The id of a record of ours, in a path or a body. */
export declare const recordId: z.ZodMiniInt;
/** The same in a path or query, where it arrives as text. */
export declare const recordIdText: z.ZodMiniPipe<z.ZodMiniString<string>, z.ZodMiniTransform<number, string>>;
/** A Discord id: an unsigned 64-bit number that only ever travels as text. */
export declare const snowflake: z.ZodMiniString<string>;
/** An instant, ISO 8601 with any offset; stored and answered in UTC with milliseconds. */
export declare const instant: z.ZodMiniPipe<z.ZodMiniISODateTime, z.ZodMiniTransform<string, string>>;
/** Largest page of any list, and its default. */
export declare const PAGE_LIMIT = 500;
export declare const pageLimit: z.ZodMiniDefault<
  z.ZodMiniPipe<z.ZodMiniString<string>, z.ZodMiniTransform<number, string>>
>;
/** Fields that the old client sends to say who acts; accepted and ignored: the session says who acts. */
export declare const ignoredIdentity: z.ZodMiniOptional<
  z.ZodMiniNullable<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>>
>;
/** Version of the record that an edit was based on; left out, the edit applies to whatever is there. */
export declare const version: z.ZodMiniOptional<z.ZodMiniInt>;
