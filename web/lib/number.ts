import type { Language } from "../../worker/lib/wire.schema.ts";
import { unread, unreadText } from "./unread.ts";

/**
 * The value of a number field: the number as JavaScript writes it, so that it means the same in every language; empty for
 * none; an unread text, see {@link unread}, where no number could be read.
 */
export type FieldNumber = string;

export const fieldNumber = (value: number | null | undefined): FieldNumber => String(value ?? "");

/** The number of an input: null for none, NaN where none could be read. */
export const numberOf = (value: FieldNumber): number | null => (value.trim() === "" ? null : Number(value));

/** A stored text as an input: a number written in any other way has to be read by its user again. */
export const asFieldNumber = (text: string): FieldNumber =>
  text === "" || unreadText(text) !== null || String(Number(text)) === text ? text : unread(text);

/** The separators of thousands and of decimals. */
const MARKS = { en: { group: ",", point: "." }, da: { group: ".", point: "," } } as const;
const OTHER = { en: "da", da: "en" } as const satisfies Record<Language, Language>;

const UNITS = String.raw`a?uec|rec|scu|%|\p{Sc}`;
const BEFORE = new RegExp(String.raw`^(?:${UNITS})\s*`, "iu");
/** Units after a number, and the dash of Danish prices: 1.000,- */
const AFTER = new RegExp(String.raw`\s*(?:${UNITS}|[.,][-–])$`, "iu");

/** Thousands all along: between any separators stand three digits. */
const ALL_GROUPED = /^[1-9]\d{0,2}(?:[.,' ]\d{3})+$/;

/** The digits of a number in the convention of a language; spaces and apostrophes separate thousands in both. */
function digitsOf(text: string, language: Language) {
  const { group, point } = MARKS[language];
  const shape = new RegExp(
    String.raw`^(\d+|[1-9]\d{0,2}(?:([${group}' ])\d{3})(?:\2\d{3})*|(?=.\d))(?:[${point}](\d*))?$`,
  );
  const found = shape.exec(text);
  return found && { whole: (found[1] ?? "").replace(/\D/g, ""), fraction: found[3] ?? "" };
}

/** The number with at most some decimals; halves are rounded up. */
function rounded({ whole, fraction }: { whole: string; fraction: string }, decimals: number): number {
  const kept = fraction.slice(0, decimals).padEnd(decimals, "0");
  const units = BigInt(whole + kept) + ((fraction[decimals] ?? "0") >= "5" ? 1n : 0n);
  return Number(units) / 10 ** decimals;
}

type Reading = {
  input: FieldNumber;
  /** The number; null for none. */
  value: number | null;
  /** Whether decimals were rounded away. */
  isRounded: boolean;
  fault: "unreadable" | "negative" | "ambiguous" | null;
  /** The numbers that an ambiguous text can mean. */
  meanings: number[];
};

/**
 * Reads a number that is typed or pasted in the convention of `language`, and in that of the other language where it can
 * mean nothing else. A text that would be a thousand times more in the other one is ambiguous and not read. Units,
 * currencies, spaces and apostrophes between thousands are ignored.
 */
export function readNumber(typed: string, language: Language, decimals: 0 | 2 = 0): Reading {
  const none = { input: unread(typed), value: null, isRounded: false, meanings: [] };
  const text = typed
    .trim()
    .replace(BEFORE, "")
    .replace(AFTER, "")
    .replace(/^\+/, "")
    .replace(/\s/g, " ")
    .replace(/[’ʼ‘`]/g, "'")
    .trim();
  if (typed.trim() === "") return { ...none, input: "", fault: null };
  if (/^[-−–(]/.test(text) && /\d/.test(text)) return { ...none, fault: "negative" };
  const digits = digitsOf(text, language) ?? digitsOf(text, OTHER[language]);
  if (!digits) return { ...none, fault: "unreadable" };
  const value = rounded(digits, decimals);
  if (digits.fraction && ALL_GROUPED.test(text))
    return { ...none, fault: "ambiguous", meanings: [value, Number(text.replace(/\D/g, ""))] };
  const isRounded = /[1-9]/.test(digits.fraction.slice(decimals));
  return { input: fieldNumber(value), value, isRounded, fault: null, meanings: [] };
}
