import { QUANTITY_MAX } from "../hangar/index.ts";
import type { ImportFormat } from "./imports.schema.ts";
import { clean, dayOf, hasMonthFirst, insuranceOf, isNo, isYes, pledgeOf } from "./pledges.ts";
import { countOf, isShip, listed, type RowReading } from "./ship-rows.ts";

const HEADING_LENGTH = 60;

/** Names of columns in English and Danish, without units; a more exact name comes before a vaguer one. */
const COLUMNS = {
  ship: [
    ...["ship", "skib", "ships", "skibe", "model", "ship model", "skibsmodel", "ship type", "skibstype"],
    ...["vehicle", "vehicles", "fartøj", "fartøjer", "ship name", "skibsnavn", "name", "navn"],
  ],
  nickname: [
    ...["nickname", "nick name", "custom name", "callsign", "kælenavn", "øgenavn"],
    ...["ship name", "skibsnavn", "name", "navn"],
  ],
  beside: ["variant", "edition", "paint", "skin", "udgave"],
  count: [
    ...["quantity", "qty", "count", "number of ships", "how many", "antal", "antal skibe", "hvor mange"],
    ...["stk", "styk", "stykker"],
  ],
  // Prices or serial numbers in some files: used where all cells are numbers of ships, or yes and no.
  vague: ["amount", "number", "owned", "ejet"],
  day: [
    ...["date", "pledge date", "purchase date", "date of purchase", "purchased", "bought", "acquired"],
    ...["dato", "købsdato", "købt", "anskaffelsesdato", "anskaffet"],
  ],
  cost: ["cost", "pledge cost", "price", "purchase price", "melt value", "pris", "købspris", "værdi"],
  insurance: ["insurance", "forsikring"],
  months: ["insurance months", "insurancemonths"],
  lti: ["lti"],
  warbond: ["warbond"],
  id: ["id", "pledge id", "pledge number", "pledgenummer"],
  pledge: ["pledge", "pledge name"],
  owned: ["owned", "ejet"],
  wanted: ["wanted", "wish", "wishlist", "wish list", "ønske", "ønsket", "ønskeliste"],
  kind: ["type", "entity type", "content type"],
} as const satisfies Record<string, readonly string[]>;

/** Returns the cell of a column, undefined for a column that the table does not have. */
type CsvRow = (column: string | undefined) => string | undefined;

/** Columns of a table that are read. */
const MOST_COLUMNS = 200;

/** A column's name without case, marks and its unit: "Pris, USD", "Price in USD", "Antal (stk.)" and "Ship:". */
const columnOf = (heading: string) =>
  (clean(heading, HEADING_LENGTH) ?? "")
    .toLowerCase()
    .replaceAll("_", " ")
    .replace(/[,(].*$/, "")
    .replace(/ (?:(?:in|i) )?(?:usd|eur|dkk|kr|\$|€)\.?$/, "")
    .replace(/[\s.:*]+$/, "")
    .trim();

const isShipColumn = (column: string) => (COLUMNS.ship as readonly string[]).includes(column);
const KNOWN: ReadonlySet<string> = new Set([
  ...Object.values(COLUMNS).flat(),
  "pledge content",
  "manufacturer",
]);

/** The number of known columns that a record names as a table's heading; 0 without one of ships. */
export function knownColumns(record: readonly string[]): number {
  const columns = record.map(columnOf);
  const isHeading = columns.some((column) => isShipColumn(column) || column === "pledge content");
  return isHeading ? columns.filter((column) => KNOWN.has(column)).length : 0;
}

/** A cell of a column of numbers; yes and no tell whether one ship is owned. */
const numberIn = (cell: string | undefined) => (isYes(cell) || isNo(cell) ? undefined : cell);

/** Reads a table's rows, and returns which of its columns were read. */
function tableRows(columns: readonly string[], rows: readonly CsvRow[]) {
  const pick = (names: readonly string[]) => names.find((column) => columns.includes(column));
  const isCount = (column: string) => {
    const numbers = rows.map((row) => countOf(numberIn(row(column))));
    const isOfRow = column === "number" && numbers.every((number, at) => number === at + 1);
    return !isOfRow && numbers.every((number) => number !== null && number <= QUANTITY_MAX);
  };
  const { ship: names, nickname, count, vague, ...others } = COLUMNS;
  const ship = pick(names);
  const at = {
    ship,
    nickname: pick(nickname.filter((column) => column !== ship)),
    count: pick([...count, ...vague.filter(isCount)]),
    ...(Object.fromEntries(Object.entries(others).map(([field, column]) => [field, pick(column)])) as Record<
      keyof typeof others,
      string | undefined
    >),
  };
  const isVague = vague.some((column) => column === at.count);
  // One day that can only be month first sets the order for the whole file.
  const isMonthFirst = rows.some((row) => hasMonthFirst(row(at.day)));
  const read = (row: CsvRow): RowReading => {
    const day = row(at.day);
    if (!isShip(row(at.kind))) return "other";
    return listed(row(at.ship), {
      beside: row(at.beside),
      called: row(at.nickname),
      count: isVague ? numberIn(row(at.count)) : row(at.count),
      isWanted: isYes(row(at.wanted)) || isNo(row(at.owned)),
      pledge: pledgeOf({
        ...{ id: row(at.id), name: row(at.pledge), cost: row(at.cost), warbond: row(at.warbond) },
        ...{ insurance: row(at.insurance), insuranceMonths: row(at.months), lti: row(at.lti) },
        date: dayOf(day, isMonthFirst),
      }),
      day,
    });
  };
  return { read, taken: Object.values(at) };
}

/** Reads the extension's rows, which are contents of pledges: ships, their insurance and other things. */
function extensionRow(rows: readonly CsvRow[]) {
  const insurances = new Map<string, string>();
  const keyOf = (row: CsvRow) => row("pledge id") || row("pledge name") || "";
  for (const row of rows) {
    if (!/insurance/i.test(row("content type") ?? "")) continue;
    const [known, written] = [insurances.get(keyOf(row)), insuranceOf({ insurance: row("pledge content") })];
    // Of several insurances of one pledge the longest counts.
    const isLonger =
      known === undefined ||
      written === "LTI" ||
      Number.parseInt(written ?? "", 10) > Number.parseInt(known, 10);
    if (written && known !== "LTI" && isLonger) insurances.set(keyOf(row), written);
  }
  return (row: CsvRow): RowReading => {
    if (!/^(included )?ship$/i.test(row("content type") ?? "")) return "other";
    return listed(row("pledge content"), {
      pledge: pledgeOf({
        ...{
          id: row("pledge id"),
          name: row("pledge name"),
          cost: row("pledge cost"),
          date: row("pledge date"),
        },
        insurance: insurances.get(keyOf(row)),
      }),
    });
  };
}

/** The format of a table by its heading, with its rows, the function that reads one, and the columns without known values. */
export function tableFormat(heading: readonly string[], records: readonly (readonly string[])[]) {
  const columns = heading.slice(0, MOST_COLUMNS).map(columnOf);
  const has = (...names: string[]) => names.every((name) => columns.includes(name));
  const rows = records.map(
    (record): CsvRow =>
      (column) =>
        // An apostrophe in front keeps spreadsheets from running a cell as a formula; it is not part of the text.
        column === undefined ? undefined : record[columns.indexOf(column)]?.replace(/^'(?=[=+\-@])/, ""),
  );
  const format = (name: ImportFormat, read: (row: CsvRow) => RowReading, unread: string[] = []) => {
    return { format: name, rows, read, columns: unread };
  };
  if (has("content type", "pledge content")) return format("extension_csv", extensionRow(rows));
  const { read, taken } = tableRows(columns, rows);
  if (has("manufacturer", "ship", "lti")) return format("hangarxplor_csv", read);
  const unread = heading
    .slice(0, MOST_COLUMNS)
    .filter((_, at) => !taken.includes(columns[at]) && records.some((record) => record[at]));
  return format(
    "table",
    read,
    unread.flatMap((name) => clean(name, HEADING_LENGTH) ?? []),
  );
}
