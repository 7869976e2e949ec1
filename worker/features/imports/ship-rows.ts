import { NICKNAME_LENGTH, type Pledge } from "../hangar/index.ts";
import { IMPORT_NAME_LENGTH } from "./imports.schema.ts";
import { clean, isNoDay, type Scalar } from "./pledges.ts";

export type ListedShip = {
  name: string;
  /** The name with the number of ships, which may be part of it after all: "85x Limited". */
  whole: string | null;
  /** What the row says beside the name of its variant, edition or paint. */
  beside: string | null;
  /** What the list's own site calls it in addresses, the most exact first. */
  slugs: string[];
  /** Another name that the row gives it: its owner's, or that of its base variant. */
  called: string | null;
  /** Whether that is its owner's for certain. */
  isNickname: boolean;
  isWanted: boolean;
  pledge: Pledge | null;
  /** Number of ships, which may be more than a hangar keeps. */
  count: number;
  /** Whether the row has something for its day that is none. */
  isDayUnread: boolean;
};

/** What a row is: a ship, something else, or unreadable and why. */
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
 * Reads a number of ships, such as "2", "2 stk.", "x2" or "2,0": 1 for an empty value, null for a text that is no number or can be
 * read as two numbers, such as "1.000".
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

/** What RSI's store calls pledges, before a dash: those whose rest names a ship, or may, and those of other things. */
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

/** Reads a row by its ship's name and what it says beside it. */
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
  // Exports of the game's data have line ends written out.
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

/** Whether a row's type is one of ships, as in "ship", "Included Ship" and "ground_vehicle"; rows without a type are. */
export const isShip = (kind: Scalar) =>
  kind === undefined ||
  kind === null ||
  kind === "" ||
  /(^|[ _-]|space)(ship|vehicle)s?$/i.test(String(kind).trim());
