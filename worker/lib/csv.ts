/** The byte order mark, by which spreadsheets read a CSV file as UTF-8. */
export const CSV_START = "\ufeff";

/** A spreadsheet runs a cell that begins with one of these characters as a formula. */
const BEGINS_FORMULA = /^[=+\-@\t\r]/;

function csvCell(value: string | number | null): string {
  if (value === null) return "";
  // A negative number is not a formula.
  if (typeof value === "number") return String(value);
  const text = BEGINS_FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A line of a CSV file (RFC 4180), with its line break. A text that a spreadsheet would run as a formula gets an
 * apostrophe in front.
 */
export const csvRow = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(csvCell).join(",")}\r\n`;
