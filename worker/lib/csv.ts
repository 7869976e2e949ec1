/** The byte order mark, by which spreadsheets read a CSV file as UTF-8. */
export const CSV_START = "\ufeff";

/** A spreadsheet runs a cell that begins with one of these characters as a formula; some take their full-width forms. */
const BEGINS_FORMULA = /^[\s"]*[=+\-@\t\r＝＋－＠]/;
/** The same behind a character that separates cells or lines somewhere: Danish spreadsheets separate cells by `;`. */
const LATER_FORMULA = /([,;|\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g;

function csvCell(value: string | number | null): string {
  if (value === null) return "";
  // A negative number is not a formula.
  if (typeof value === "number") return String(value);
  const defused = value.replace(LATER_FORMULA, "$1'");
  const text = BEGINS_FORMULA.test(value) ? `'${defused}` : defused;
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A line of a CSV file (RFC 4180), with its line break. A text that a spreadsheet would run as a formula gets an
 * apostrophe in front, wherever the spreadsheet's own separator would let a cell begin.
 */
export const csvRow = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(csvCell).join(",")}\r\n`;
