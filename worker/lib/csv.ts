import type { Language } from "./wire.schema.ts";

/** The byte order mark, by which spreadsheets read a CSV file as UTF-8. */
export const CSV_START = "\ufeff";

/** A cell: a text as a user has typed it, a number, an instant, or nothing. */
export type Cell = string | number | Date | null;

/** Spreadsheets take these for a language: Danish ones keep the comma for decimals. */
const FORMS = { en: { separator: ",", decimal: "." }, da: { separator: ";", decimal: "," } } as const;

/** A spreadsheet runs a cell that begins with one of these characters as a formula; some take their full-width forms. */
const BEGINS_FORMULA = /^[\s"]*[=+\-@\t\r＝＋－＠]/;
/** The same behind a character that separates cells or lines somewhere. */
const LATER_FORMULA = /([,;|\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g;

const MONTHS = [
  ...["jan(?:uary?)?", "feb(?:ruary?)?", "mar(?:ch|ts)?", "apr(?:il)?", "ma[jy]", "jun[ei]?", "jul[iy]?"],
  ...["aug(?:ust)?", "sept?(?:ember)?", "o[ck]t(?:ober)?", "nov(?:ember)?", "dec(?:ember)?"],
].join("|");
/** The characters of numbers, days and times, without the names of months. */
const MARKS =
  "[\\p{Nd}\\s.,:;/%()$€£+−–-]|(?<=[\\p{Nd}\\s.,])[et](?=[\\s+-]*\\p{Nd})|(?<=\\p{Nd} ?)[ap]m?|kr";
/**
 * A text that a spreadsheet of either language takes for a number, a day, a time or a truth. It would show another one:
 * without leading zeros, with 15 digits at most, "1-2" as a day.
 */
const LOOKS_LIKE_VALUE = new RegExp(
  `^\\s*(?:true|false|sand|falsk)\\s*$|^(?=.*\\p{Nd})(?:${MARKS}|${MONTHS})+$`,
  "iu",
);

/** A text that is no formula, wherever a spreadsheet's own separator would let a cell begin. */
function defused(text: string): string {
  const after = text.replace(LATER_FORMULA, "$1'");
  return BEGINS_FORMULA.test(text) ? `'${after}` : after;
}

const quoted = (text: string): string =>
  /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const textCell = (text: string): string => quoted(defused(text));

/**
 * A line of a CSV file for programs (RFC 4180), with its line break. A text that a spreadsheet would run as a formula gets an
 * apostrophe in front.
 */
export const csvRow = (cells: readonly (string | number | null)[]): string =>
  `${cells.map((cell) => (typeof cell === "string" ? textCell(cell) : (cell ?? ""))).join(",")}\r\n`;

/**
 * A line of a CSV file for a person, with the separator and the decimal mark of their language. An instant is
 * "2026-11-28 19:05" in UTC, which spreadsheets of both languages read as a time. A text stays as it is: one that they would
 * take for a value or a formula gets an apostrophe in front.
 */
export function sheetRow(cells: readonly Cell[], language: Language): string {
  const { separator, decimal } = FORMS[language];
  const textOf = (cell: Cell): string => {
    if (cell instanceof Date) return cell.toISOString().slice(0, 16).replace("T", " ");
    if (typeof cell !== "string") return String(cell ?? "").replace(".", decimal);
    return LOOKS_LIKE_VALUE.test(cell) ? quoted(`'${defused(cell).replace(/^'/, "")}`) : textCell(cell);
  };
  return `${cells.map(textOf).join(separator)}\r\n`;
}
