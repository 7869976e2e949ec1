/**
 * The records of a CSV text (RFC 4180), with trimmed cells and without empty lines. A cell may be quoted after spaces, for
 * exporters that put a space behind each separator. Lines end with a line feed.
 */
export function readCsv(text: string, separator = ","): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let cell = "";
  let isQuoted = false;
  /** Whether the cell has only blanks so far: checking all of it at each quote would take quadratic time. */
  let isBlank = true;
  const add = (character: string) => {
    cell += character;
    isBlank &&= character.trim() === "";
  };
  const endCell = () => {
    record.push(cell.trim());
    [cell, isBlank] = ["", true];
  };
  const endRecord = () => {
    endCell();
    if (record.some((each) => each !== "")) records.push(record);
    record = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (isQuoted) {
      if (character !== '"') add(character);
      else if (text[at + 1] === '"') {
        add('"');
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && isBlank) {
      cell = "";
      isQuoted = true;
    } else if (character === separator) endCell();
    else if (character === "\n") endRecord();
    else add(character);
  }
  endRecord();
  return records;
}

const SEPARATORS = ["\t", ";", ",", "|"];
/** Lines above the heading at most, such as a title. */
const MOST_ABOVE = 5;
/** Lines and characters that are read to find a table's separator and heading. */
const LOOKED_AT = { lines: 50, characters: 100_000 };

/** The line below the heading of a table in Markdown. */
const RULE = /^[\s|:-]+$/;

/** The lines of a table without the bars around each, as Markdown has them. */
const withoutBars = (text: string) =>
  text
    .split("\n")
    .filter((line) => !RULE.test(line))
    .map((line) => line.trim().replace(/^\||\|$/g, ""))
    .join("\n");

/**
 * The heading and records of a table. The separator is the one that divides heading and rows alike, or that a first line
 * `sep=;` of a spreadsheet sets.
 * @param known how many columns a record names; the record with most is the heading
 * @returns null where none names any
 */
export function readTable(
  text: string,
  known: (record: readonly string[]) => number,
): { heading: string[]; records: string[][] } | null {
  const [, own, below] = /^sep=(.)\n(.*)$/is.exec(text) ?? [];
  const content = below ?? text;
  const first = content.slice(0, LOOKED_AT.characters).split("\n", LOOKED_AT.lines).join("\n");
  const bodyOf = (lines: string, separator: string) => (separator === "|" ? withoutBars(lines) : lines);
  let best: { separator: string; at: number; fitting: number; columns: number } | null = null;
  for (const separator of own ? [own] : SEPARATORS) {
    const sample = readCsv(bodyOf(first, separator), separator);
    const named = sample.slice(0, MOST_ABOVE + 1).map(known);
    const at = named.indexOf(Math.max(1, ...named));
    const columns = sample[at]?.length ?? 0;
    // Some programs leave out empty cells at the ends of lines.
    const fitting = sample.filter(({ length }) => length <= columns).length;
    const isBetter = !best || fitting > best.fitting || (fitting === best.fitting && columns > best.columns);
    if (at >= 0 && isBetter) best = { separator, at, fitting, columns };
  }
  if (!best) return null;
  const [heading = [], ...records] = readCsv(bodyOf(content, best.separator), best.separator).slice(best.at);
  return { heading, records };
}
