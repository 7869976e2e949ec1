import * as z from "zod/mini";
import { type Fields, optionalText } from "../../lib/fields.schema.ts";
import { line, text } from "../../lib/names.schema.ts";
import { copied } from "../../lib/wire.schema.ts";

export const LENGTHS = { name: 60, sentence: 120, text: 3_000, looksFor: 1_200, caption: 120 } as const;
/** The years in which an organization can have begun. */
export const SINCE = { least: 1990, most: 2100 } as const;

const NONE = z.literal("");
/** An invite to a Discord server, also as Discord shows it: without its scheme. */
const invite = z.string().check(
  copied,
  z.overwrite((typed) => typed.replace(/^(http:\/\/)?(?=discord\.)/i, "https://")),
  z.regex(/^https:\/\/(discord\.gg|discord\.com\/invite)\/[A-Za-z0-9-]{2,32}$/, "invite"),
);
const symbol = z.string().check(
  copied,
  z.overwrite((typed) => typed.toUpperCase()),
  z.regex(/^[A-Z0-9]{2,10}$/, "symbol"),
);

/** The fields of the organization's own record besides its name. */
export const profileFields = {
  sentenceEn: {
    ...optionalText,
    input: z.nullable(line(LENGTHS.sentence)),
    audit: { en: "Sentence in English", da: "Sætning på engelsk" },
  },
  sentenceDa: {
    ...optionalText,
    input: z.nullable(line(LENGTHS.sentence)),
    audit: { en: "Sentence in Danish", da: "Sætning på dansk" },
  },
  /** Markdown, as typed. */
  textEn: {
    ...optionalText,
    input: z.nullable(text(LENGTHS.text)),
    audit: { en: "Text in English", da: "Tekst på engelsk" },
  },
  textDa: {
    ...optionalText,
    input: z.nullable(text(LENGTHS.text)),
    audit: { en: "Text in Danish", da: "Tekst på dansk" },
  },
  /** A line for each, "Title: text". */
  looksForEn: {
    ...optionalText,
    input: z.nullable(text(LENGTHS.looksFor)),
    audit: { en: "What we look for in English", da: "Hvad vi søger på engelsk" },
  },
  looksForDa: {
    ...optionalText,
    input: z.nullable(text(LENGTHS.looksFor)),
    audit: { en: "What we look for in Danish", da: "Hvad vi søger på dansk" },
  },
  since: {
    column: "integer",
    input: z.nullable(z.int().check(z.minimum(SINCE.least), z.maximum(SINCE.most))),
    answer: z.nullable(z.number()),
    blank: null,
    audit: { en: "Founded", da: "Grundlagt" },
  },
  invite: {
    ...optionalText,
    input: z.nullable(z.union([NONE, invite])),
    audit: { en: "Invite", da: "Invitation" },
  },
  /** The organization's "SID" on the game's website. */
  symbol: {
    ...optionalText,
    input: z.nullable(z.union([NONE, symbol])),
    audit: { en: "RSI symbol", da: "RSI-symbol" },
  },
} as const satisfies Fields;
