import { cleanName } from "../../lib/names.schema.ts";
import { PLEDGE_LENGTHS, type Pledge } from "../hangar/index.ts";

/** A value of a row, in JSON or as the text of a cell. */
export type Scalar = string | number | boolean | null | undefined;

export const isYes = (value: Scalar) => value === true || /^(true|yes|1|x|ja)$/i.test(String(value).trim());
export const isNo = (value: Scalar) => value === false || /^(false|no|nej)$/i.test(String(value).trim());

/** A cleaned text of bounded length; null for an empty one, or a word that means none. */
export function clean(value: Scalar, length: number): string | null {
  if (value === null || value === undefined || typeof value === "boolean") return null;
  const text = cleanName(String(value).slice(0, 10 * length), length);
  return /^(undefined|null|nan)?$/i.test(text) ? null : text;
}

/** Fields of an insurance in lists: its text or whether there is one, its months, and whether it is for a lifetime. */
type Insurance = { insurance?: Scalar; insuranceMonths?: Scalar; lti?: Scalar };

/** Most characters of an insurance that are read. */
const INSURANCE_LENGTH = 100;
/** Most months that are read as months: 99,999 means a lifetime. */
const MONTHS_MOST = 1_200;

const monthsText = (months: number) =>
  months > MONTHS_MOST ? "LTI" : months > 0 ? `${Math.round(months)}MI` : null;

/**
 * The stored form of an insurance: "LTI", or "120MI" for "120 Month Insurance", "10 years", "120 mdr." or 120. "0MI" means
 * unknown. Months are more exact than the word that there is one, which gives "insured".
 */
export function insuranceOf({ insurance, insuranceMonths, lti }: Insurance): string | null {
  const text = clean(insurance, INSURANCE_LENGTH) ?? "";
  if (isYes(lti) || /\blti\b|life|livs/i.test(text)) return "LTI";
  const [, number, unit = ""] = /(\d{1,6})\s*-?\s*(mi\b|m\b|mo|md|må|y|år|$)/i.exec(text) ?? [];
  if (number && !isYes(text)) return monthsText(Number(number) * (/^[yå]/i.test(unit) ? 12 : 1));
  const months = Number(insuranceMonths ?? 0);
  if (months > 0) return monthsText(months);
  return isYes(insurance) ? "insured" : null;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** Danish months whose first three letters differ. */
const DANISH: Readonly<Record<string, string>> = { maj: "may", okt: "oct" };

/** The month of a name in English or Danish, or of a number. */
const monthOf = (text: string) =>
  MONTHS.indexOf(DANISH[text.toLowerCase()] ?? text.toLowerCase()) + 1 || Number(text);

/** A day without its weekday and the words around it: "lørdag den 19. maj 2020", "Sat, 19 May 2020", "d. 19/5 2020". */
const bareDay = (value: Scalar) =>
  (clean(value, 100) ?? "")
    .replace(/^\p{L}{3,6}da[gy],? /iu, "")
    .replace(/^\p{L}{3}[.,]+ (?=\d{1,2}\S* \p{L})/u, "")
    .replace(/^(?:den|d\.|the) ?/i, "");

/** A day of numbers, the year last: "19/12/2020", "1. 2. 2020", "19/12-2020". */
const NUMBERS = /^(?<first>\d{1,2})[./-] ?(?<second>\d{1,2})(?:[./-] ?| )(?<year>\d{4})(?!\d)/;

/** Whether a day of numbers has its month first, as Americans write it: 12/19/2020. */
export function hasMonthFirst(value: Scalar): boolean {
  const { first, second } = NUMBERS.exec(bareDay(value))?.groups ?? {};
  return Number(first) <= 12 && Number(second) > 12 && Number(second) <= 31;
}

/**
 * Parses the day of "December 19, 2020", "19 Dec 2020", "lørdag den 19. maj 2020", "19/12/2020", "19/12-2020" or an ISO time to
 * `YYYY-MM-DD`; null for an invalid one.
 * @param isMonthFirst reads ambiguous numbers as month, day, year
 */
export function dayOf(value: Scalar, isMonthFirst = false): string | null {
  const text = bareDay(value);
  const iso = /^(?<year>\d{4})(?<mark>[-./])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})(?!\d)/.exec(
    text,
  )?.groups;
  const named =
    /^(?<month>[a-z]{3})[a-z]*\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})(?!\d)/i.exec(text) ??
    /^(?<day>\d{1,2})(?:\.|st|nd|rd|th)?(?: of)?[ -]?(?<month>[a-z]{3})[a-z]*\.?,?[ -](?<year>\d{4})(?!\d)/i.exec(
      text,
    );
  const { first, second, year: last } = NUMBERS.exec(text)?.groups ?? {};
  const isSwapped = hasMonthFirst(value) || (isMonthFirst && Number(first) <= 12);
  const numbers = { year: last, month: isSwapped ? first : second, day: isSwapped ? second : first };
  const { year, month = "", day } = iso ?? named?.groups ?? numbers;
  const [y, m, d] = [Number(year), monthOf(month), Number(day)];
  const date = new Date(Date.UTC(y, m - 1, d));
  const isDay = date.getUTCFullYear() === y && date.getUTCMonth() === m - 1 && date.getUTCDate() === d;
  return isDay ? date.toISOString().slice(0, 10) : null;
}

/** Whether a value in the place of a day is not a day. */
export const isNoDay = (value: Scalar): boolean => clean(value, 100) !== null && dayOf(value) === null;

type Said = Insurance & { id?: Scalar; name?: Scalar; cost?: Scalar; date?: Scalar; warbond?: Scalar };

/** The stored parts of a pledge, null without any. */
export function pledgeOf({ id, name, cost, date, warbond, ...insurance }: Said): Pledge | null {
  const texts = { id, name, cost, insurance: insuranceOf(insurance) };
  const kept = Object.entries(texts).flatMap(([field, value]) => {
    const text = clean(value, PLEDGE_LENGTHS[field as keyof typeof PLEDGE_LENGTHS]);
    return text === null ? [] : [[field, text]];
  });
  const day = dayOf(date);
  const isWarbond = isYes(warbond) || /\bwarbond\b/i.test(String(name ?? ""));
  const pledge = {
    ...Object.fromEntries(kept),
    ...(day && { date: day }),
    ...(isWarbond && { warbond: true }),
  };
  return Object.keys(pledge).length > 0 ? (pledge as Pledge) : null;
}
