import { NICKNAME_LENGTH, type Pledge } from "../hangar/index.ts";
import { IMPORT_NAME_LENGTH } from "./imports.schema.ts";
import { clean, isNoDay, type Scalar } from "./pledges.ts";

export type ListedShip = {
  name: string;
  /** The name with the number of ships, which may belong to it: "85x Limited". */
  whole: string | null;
  /** The text beside the name: variant, edition or paint. */
  beside: string | null;
  /** Slugs of the ship on the list's own site, the most exact first. */
  slugs: string[];
  /** Another name in the row: its owner's, or that of its base variant. */
  called: string | null;
  /** Whether that is certainly its owner's. */
  isNickname: boolean;
  isWanted: boolean;
  pledge: Pledge | null;
  /** Number of ships, which may exceed the limit of a hangar. */
  count: number;
  /** Whether the day of the row is present and unreadable. */
  isDayUnread: boolean;
};

/** The result of reading a row: a ship, something else, or why it is unreadable. */
export type RowReading = ListedShip | "other" | "name" | "shape" | "count";

type More = {
  whole?: Scalar;
  beside?: Scalar;
  slugs?: Scalar[];
  called?: Scalar;
  isNickname?: boolean;
  isWanted?: boolean;
  pledge?: Pledge | null;
  count?: Scalar;
  day?: Scalar;
};

/**
 * Reads a number of ships, such as "2", "2 stk.", "x2" or "2,0": 1 for an empty value, null for a text without a number or an
 * ambiguous one, such as "1.000".
 */
export function countOf(value: Scalar): number | null {
  if (value === false) return null;
  const text = clean(value, 100);
  if (text === null) return 1;
  const [, number] =
    /^[x×]? ?(\d{1,6})(?:[.,]0{1,2})? ?(?:[x×]|stk\.?|stykker|pcs\.?|pieces|ships?|skibe?)?$/i.exec(text) ??
    [];
  return number === undefined ? null : Number(number);
}

/** First parts of pledges' names in RSI's store: those whose second part names a ship, or may, and those of other things. */
const OF_SHIPS = /^(standalone ship|ship|vehicle)s?$/i;
const OF_PACKAGES = /^(package|game package|combo|pack)s?$/i;
const OF_OTHERS =
  /(^| )(paint|skin|gear|upgrade|ccu|add-?on|module|flair|hangar|weapon|component|decoration|insurance|armou?r|poster|coupon|reward|item|reservation|equipment|extra|store)s?$/i;

/** A pledge's name in two parts, "Standalone Ships" and "Carrack"; null for any other name. */
export function titleOf(name: string): { kind: "ship" | "package" | "other"; content: string } | null {
  const [, before = "", content = ""] = /^([a-z][a-z -]{2,30}?) [-–—] (.+)$/i.exec(name) ?? [];
  if (OF_OTHERS.test(before)) return { kind: "other", content };
  if (OF_PACKAGES.test(before)) return { kind: "package", content };
  return OF_SHIPS.test(before) ? { kind: "ship", content } : null;
}

/** Reads a row by its ship's name and the values beside it. */
export function listed(
  name: Scalar,
  {
    whole,
    beside,
    slugs = [],
    called,
    isNickname = false,
    isWanted = false,
    pledge = null,
    count,
    day,
  }: More = {},
): RowReading {
  // Exports of the game's data have escaped line ends.
  const text = clean(typeof name === "string" ? name.replaceAll("\\n", " ") : name, IMPORT_NAME_LENGTH);
  if (text === null || !/[\p{L}\p{N}]/u.test(text)) return "name";
  const title = titleOf(text);
  const number = countOf(count);
  if (number === 0 || title?.kind === "other") return "other";
  if (number === null) return "count";
  return {
    name: title?.content ?? text,
    ...{ whole: clean(whole, IMPORT_NAME_LENGTH), beside: clean(beside, IMPORT_NAME_LENGTH) },
    slugs: slugs.flatMap((slug) => clean(slug, IMPORT_NAME_LENGTH) ?? []),
    called: clean(called, NICKNAME_LENGTH),
    ...{ isNickname, isWanted, pledge },
    count: number,
    isDayUnread: isNoDay(day),
  };
}

/** Whether a row's type is a ship, as in "ship", "Included Ship" and "ground_vehicle", or missing. */
export const isShip = (kind: Scalar) =>
  kind === undefined ||
  kind === null ||
  kind === "" ||
  /(^|[ _-]|space)(ship|vehicle)s?$/i.test(String(kind).trim());
