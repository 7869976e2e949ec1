import * as z from "zod/mini";
import type { ImportFormat } from "./imports.schema.ts";
import { dayOf, hasMonthFirst, insuranceOf, isYes, pledgeOf, type Scalar } from "./pledges.ts";
import { countOf, isShip, listed, type RowReading, titleOf } from "./ship-rows.ts";

const scalar = z.optional(z.nullable(z.union([z.string(), z.number(), z.boolean()])));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Under which APIs keep the ship of a row as an object of its own; the name beside it is its owner's. */
const MODELS = ["model", "ship", "vehicle"];

/** A row whose ship is an object, with the ship's name and slug as texts, as other rows have them. */
function withModel(row: Record<string, unknown>): Record<string, unknown> {
  const key = MODELS.find((each) => isObject(row[each]));
  if (key === undefined) return row;
  const model = row[key] as Record<string, unknown>;
  return { ...row, [key]: model["name"], slug: model["slug"] ?? row["slug"] };
}

/** How the rows of a format in JSON are read: by these fields, which are scalars where a row has them. */
const jsonRows = <Name extends string>(
  format: ImportFormat,
  names: readonly Name[],
  toShip: (row: Record<Name, Scalar>) => RowReading,
) => {
  const schema = z.object(Object.fromEntries(names.map((name) => [name, scalar])));
  return {
    format,
    read(row: unknown): RowReading {
      const { success, data } = z.safeParse(schema, isObject(row) ? withModel(row) : row);
      return success ? toShip(data as Record<Name, Scalar>) : "shape";
    },
  };
};

const hangarXplor = jsonRows(
  "hangarxplor_json",
  [
    ...(["name", "ship_name", "entity_type", "type", "lti", "insurance", "insuranceMonths"] as const),
    ...(["warbond", "pledge_id", "pledge_name", "pledge_cost", "pledge_date"] as const),
    // Builds before "pledge_id" say "package_id", "pledge" and "cost".
    ...(["package_id", "pledge", "cost", "date"] as const),
  ],
  (row) => {
    if (!isShip(row.entity_type) || !isShip(row.type)) return "other";
    const { lti, insurance, insuranceMonths, warbond } = row;
    const pledge = pledgeOf({
      id: row.pledge_id ?? row.package_id,
      name: row.pledge_name ?? row.pledge,
      cost: row.pledge_cost ?? row.cost,
      date: row.pledge_date ?? row.date,
      ...{ lti, insurance, insuranceMonths, warbond },
    });
    return listed(row.name, { called: row.ship_name, pledge });
  },
);

const extension = jsonRows(
  "extension_json",
  ["name", "type", "lti", "insurance", "insuranceMonths", "warbond"],
  ({ name, type, ...said }) => (isShip(type) ? listed(name, { pledge: pledgeOf(said) }) : "other"),
);

const fleetYards = jsonRows(
  "fleetyards",
  ["name", "slug", "model", "shipName", "customName", "wanted", "purchased", "type"],
  (row) =>
    isShip(row.type)
      ? listed(row.model ?? row.name, {
          slugs: [row.slug],
          called: row.shipName ?? row.customName ?? (row.model ? row.name : null),
          isNickname: true,
          isWanted: isYes(row.wanted) || row.purchased === false,
        })
      : "other",
);

const starJump = jsonRows("starjump", ["itemType", "shipSlug", "variantSlug", "defaultText"], (row) => {
  if (row.itemType !== "SHIP") return "other";
  const slugs = [row.variantSlug, row.shipSlug];
  return listed(row.defaultText || String(row.shipSlug ?? "").replaceAll("-", " "), { slugs });
});

const ccuGame = jsonRows("ccu_game", ["name", "shipname", "type"], ({ name, shipname, type }) =>
  isShip(type) ? listed(name, { called: shipname }) : "other",
);

/** Any list of objects that name a ship; a name beside it is its owner's. */
const anyJson = jsonRows(
  "table",
  [
    ...(["ship", "model", "vehicle", "name", "slug", "nickname", "type", "entity_type"] as const),
    ...(["quantity", "qty", "count", "owned", "wanted", "wishlist"] as const),
    ...(["id", "cost", "date", "lti", "insurance", "insuranceMonths", "warbond"] as const),
  ],
  ({ ship, model, vehicle, name, slug, nickname, type, entity_type, ...said }) => {
    if (!isShip(entity_type) || !isShip(type)) return "other";
    const { quantity, qty, count, owned, wanted, wishlist, id, cost, date, ...insured } = said;
    const kind = ship ?? model ?? vehicle;
    const called = nickname ?? (kind === undefined ? null : name);
    // Only a list of pledges has numbers and prices that are of one.
    const isPledge = titleOf(String(name ?? "")) !== null;
    const pledge = isPledge ? { ...insured, id, name, cost, date } : insured;
    return listed(kind ?? name, {
      ...{
        slugs: [slug],
        called,
        pledge: pledgeOf(pledge),
        isWanted: isYes(wanted) || isYes(wishlist) || owned === false,
      },
      // Some lists say how many are owned, others whether one is.
      count: quantity ?? qty ?? count ?? (countOf(owned) === null ? undefined : owned),
      day: isPledge ? date : undefined,
    });
  },
);

/** The format of a list whose rows are like this one; null for none that is known. */
function formatLike(row: Record<string, unknown>) {
  const has = (...names: string[]) => names.some((name) => Object.hasOwn(row, name));
  if (has("pledge_id", "ship_code", "package_id")) return hangarXplor;
  if (has("shipname")) return ccuGame;
  if (has("shipCode", "manufacturerCode", "customName", "purchased", "boughtVia")) return fleetYards;
  if (isObject(row["manufacturer"])) return extension;
  return has("ship", "model", "vehicle", "name") ? anyJson : null;
}

/** Under which APIs and exports keep their list. */
const LISTS = ["ships", "vehicles", "hangar", "fleet", "data", "items", "results", "records", "rows"];

/** The list that an object keeps, or an object in it. */
function listIn(value: Record<string, unknown>, depth = 2): unknown[] | null {
  for (const inner of LISTS.map((name) => value[name])) {
    if (Array.isArray(inner)) return inner;
    const list = isObject(inner) && depth > 1 ? listIn(inner, depth - 1) : null;
    if (list) return list;
  }
  return null;
}

/** The format of a JSON value and its rows; null for none that is known. */
export function jsonFormat(value: unknown): ReturnType<typeof formatOfRows> {
  if (isObject(value)) {
    const { type, canvasItems } = value;
    if (type !== "starjumpFleetviewer" && !Array.isArray(canvasItems)) return formatOfRows(listIn(value));
    return { ...starJump, rows: Array.isArray(canvasItems) ? (canvasItems as unknown[]) : [] };
  }
  return formatOfRows(value);
}

function formatOfRows(value: unknown) {
  if (!Array.isArray(value)) return null;
  const rows = value as unknown[];
  if (rows.length === 0) return { ...anyJson, rows };
  if (rows.every((row) => typeof row === "string")) return { ...namesFormat, rows };
  // The first rows may be of things that are no ships, with fewer fields.
  const formats = rows.filter(isObject).map(formatLike);
  const format = formats.find((each) => each && each !== anyJson) ?? formats.find((each) => each);
  return format ? { ...format, rows } : null;
}

type CsvRow = (...columns: string[]) => string | undefined;

/** What columns of a ship can be called, a more exact name before one that may be its owner's for it. */
const SHIP_COLUMNS = ["ship", "skib", "model", "vehicle", "fartøj", "ship name", "skibsnavn", "name", "navn"];
const NICKNAME_COLUMNS = ["nickname", "custom name", "kælenavn", "ship name", "name", "navn"];

const COUNT_COLUMNS = ["quantity", "qty", "count", "antal", "stk", "stk."];
/** Columns of prices, serial numbers or answers in some files: they count only where all of their cells are numbers of ships. */
const VAGUE_COUNT_COLUMNS = ["amount", "number", "owned"];
const DAY_COLUMNS = ["date", "pledge date", "dato"];

function tableRow(columns: readonly string[], rows: readonly CsvRow[]) {
  const ship = SHIP_COLUMNS.find((column) => columns.includes(column)) ?? "";
  const nickname = NICKNAME_COLUMNS.find((column) => column !== ship && columns.includes(column));
  const areCounts = (column: string) => rows.every((row) => countOf(row(column)) !== null);
  const countColumns = [...COUNT_COLUMNS, ...VAGUE_COUNT_COLUMNS.filter(areCounts)];
  // One day that can only have its month first says how all of a file are meant.
  const isMonthFirst = rows.some((row) => hasMonthFirst(row(...DAY_COLUMNS)));
  return (row: CsvRow): RowReading => {
    const day = row(...DAY_COLUMNS);
    if (!isShip(row("type", "entity type", "content type"))) return "other";
    return listed(row(ship), {
      called: nickname && row(nickname),
      count: row(...countColumns),
      pledge: pledgeOf({
        ...{ id: row("id", "pledge id"), name: row("pledge", "pledge name"), lti: row("lti") },
        ...{ cost: row("cost", "pledge cost", "price", "pris"), warbond: row("warbond") },
        date: dayOf(day, isMonthFirst),
        insurance: row("insurance", "forsikring"),
        insuranceMonths: row("insurance months", "insurancemonths"),
      }),
      day,
    });
  };
}

/** Rows of the extension's file are contents of pledges: ships, their insurance and other things. */
function extensionRows(rows: readonly CsvRow[]) {
  const insurances = new Map<string, string>();
  const keyOf = (row: CsvRow) => row("pledge id") || row("pledge name") || "";
  for (const row of rows) {
    if (!/insurance/i.test(row("content type") ?? "")) continue;
    const [known, said] = [insurances.get(keyOf(row)), insuranceOf({ insurance: row("pledge content") })];
    // Of several that come with one pledge the longest counts.
    const isLonger =
      known === undefined || said === "LTI" || Number.parseInt(said ?? "", 10) > Number.parseInt(known, 10);
    if (said && known !== "LTI" && isLonger) insurances.set(keyOf(row), said);
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

/** The format of a CSV file by its first record, with its rows and what reads one; null for none that is known. */
export function csvFormat(heading: readonly string[], records: readonly (readonly string[])[]) {
  // Without a unit: "Pris, USD" and "Antal (stk.)".
  const columns = heading.map((name) =>
    name
      .toLowerCase()
      .replaceAll("_", " ")
      .replace(/[,(].*$/, "")
      .trim(),
  );
  const has = (...names: string[]) => names.every((name) => columns.includes(name));
  const rows = records.map(
    (record): CsvRow =>
      (...names) => {
        const column = names.find((name) => columns.includes(name));
        // An apostrophe in front keeps spreadsheets from running a cell as a formula; it is not part of the text.
        return column === undefined
          ? undefined
          : record[columns.indexOf(column)]?.replace(/^'(?=[=+\-@])/, "");
      },
  );
  const csvRows = (format: ImportFormat, read: (row: CsvRow) => RowReading) => ({ format, rows, read });
  if (has("content type", "pledge content")) return csvRows("extension_csv", extensionRows(rows));
  if (has("manufacturer", "ship", "lti")) return csvRows("hangarxplor_csv", tableRow(columns, rows));
  return columns.some((column) => SHIP_COLUMNS.includes(column))
    ? csvRows("table", tableRow(columns, rows))
    : null;
}

/** One name a row, as people write lists: "- Carrack", "2x Cutlass Black", "Cutlass Black (2)". */
export const namesFormat = {
  format: "names" as const,
  read(line: string): RowReading {
    const name = line
      .trim()
      .replace(/^([-*•–]|\d{1,3}[.)])\s+/, "")
      .replace(/[,;]+$/, "");
    const [, before, after] =
      /^(\d{1,2})\s*[x×]\s+(.+)$/.exec(name) ?? /^(\d{1,2})\s+(?=\p{L})(.+)$/u.exec(name) ?? [];
    if (before && after) return listed(after, { count: before });
    const [, own, count] =
      /^(.+?)\s+(?:[x×]\s*([2-9]|\d{2})|\((\d{1,2})\))$/.exec(name)?.filter(Boolean) ?? [];
    return listed(own ?? name, { count });
  },
};

/** The names of a text that is no table: one a line, or all on one line; null for a table whose columns are unknown. */
export function plainNames(text: string): string[] | null {
  // What is left of a file that is no text, such as a spreadsheet's own.
  if (/[\0\ufffd]/.test(text)) return null;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 1) return text.split(/[,;\t]/).filter((name) => name.trim() !== "");
  return lines.some((line) => /[,;|\t]\s*\S/.test(line)) ? null : lines;
}
