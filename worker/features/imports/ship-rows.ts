import { NICKNAME_LENGTH, type Pledge, QUANTITY_MAX } from "../hangar/index.ts";
import { IMPORT_NAME_LENGTH } from "./imports.schema.ts";
import { clean, isNoDay, type Scalar } from "./pledges.ts";

export type ListedShip = {
  name: string;
  /** What the list's own site calls it in addresses, the most exact first. */
  slugs: string[];
  /** Another name that the row gives it: its owner's, or that of its base variant. */
  called: string | null;
  /** Whether that is its owner's for certain. */
  isNickname: boolean;
  isWanted: boolean;
  pledge: Pledge | null;
  /** Number of ships. */
  count: number;
  /** Whether the row has something for its day that is none. */
  isDayUnread: boolean;
};

/** What a row is: a ship, something else, or unreadable and why. */
export type RowReading = ListedShip | "other" | "name" | "shape" | "count";

type More = {
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
 * read as two numbers, such as "1.000". A larger number than QUANTITY_MAX, the most that a hangar keeps of a type, counts as that.
 */
export function countOf(value: Scalar): number | null {
  const text = String(value ?? "").trim();
  if (text === "" || value === true) return 1;
  const [, number] =
    /^[x×]?\s*(\d{1,6})(?:[.,]0{1,2})?\s*(?:[x×]|stk\.?|pcs\.?|ships?|skibe?)?$/i.exec(text) ?? [];
  return number === undefined ? null : Math.min(Number(number), QUANTITY_MAX);
}

/** What RSI's store calls pledges, before a dash: those whose rest names a ship, or may, and those of other things. */
const OF_SHIPS = /^(standalone ship|ship|vehicle|package|game package|combo|pack)s?$/i;
const OF_OTHERS =
  /^(paint|skin|gear|upgrade|ccu|add-?on|module|flair|hangar flair|hangar|weapon|component|decoration|insurance|armou?r|poster|coupon|reward|digital item|name reservation)s?$/i;

/** A pledge's name in two parts, "Standalone Ships" and "Carrack"; null for any other name. */
export function titleOf(name: string): { kind: "ship" | "other"; of: string } | null {
  const [, before = "", of = ""] = /^([a-z][a-z -]{2,20}?) - (.+)$/i.exec(name) ?? [];
  if (OF_OTHERS.test(before)) return { kind: "other", of };
  return OF_SHIPS.test(before) ? { kind: "ship", of } : null;
}

/** Reads a row by its ship's name and what it says beside it. */
export function listed(
  name: Scalar,
  { slugs = [], called, isNickname = false, isWanted = false, pledge = null, count, day }: More = {},
): RowReading {
  // Exports of the game's data have line ends written out.
  const text = clean(typeof name === "string" ? name.replaceAll("\\n", " ") : name, IMPORT_NAME_LENGTH);
  if (text === null || !/[\p{L}\p{N}]/u.test(text)) return "name";
  const title = titleOf(text);
  const number = countOf(count);
  if (number === 0 || title?.kind === "other") return "other";
  if (number === null) return "count";
  return {
    name: title?.of ?? text,
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
