import * as z from "zod/mini";
import { cleanName } from "../../lib/names.schema.ts";
import { NICKNAME_LENGTH } from "../hangar/index.ts";
import { IMPORT_NAME_LENGTH, type ImportFormat, PLEDGE_LENGTHS, type Pledge } from "./imports.schema.ts";

export type ListedShip = {
  name: string;
  /** What the list's own site calls it in addresses, the most exact first. */
  slugs: string[];
  /** Another name that the row gives it: its owner's, or that of its base variant. */
  called: string | null;
  isWanted: boolean;
  pledge: Pledge | null;
};

/** What a row is: a ship, something else, or unreadable and why. */
export type RowReading = ListedShip | "other" | "name" | "shape";

type Scalar = string | number | boolean | null | undefined;

/** A cleaned text of bounded length; null for an empty one, or a word that stands for none. */
function clean(value: Scalar, length: number): string | null {
  if (value === null || value === undefined || typeof value === "boolean") return null;
  const text = cleanName(String(value).slice(0, 10 * length), length);
  return /^(undefined|null|nan)?$/i.test(text) ? null : text;
}

/** The parts of a pledge that are stored, null for none. */
function pledgeOf(fields: Partial<Record<keyof Pledge, Scalar>>): Pledge | null {
  const kept = Object.entries(fields).flatMap(([name, value]) => {
    const text = clean(value, PLEDGE_LENGTHS[name as keyof Pledge]);
    return text === null ? [] : [[name, text]];
  });
  return kept.length > 0 ? (Object.fromEntries(kept) as Pledge) : null;
}

type More = { slugs?: Scalar[]; called?: Scalar; isWanted?: boolean; pledge?: Pledge | null };

function listed(
  name: Scalar,
  { slugs = [], called, isWanted = false, pledge = null }: More = {},
): RowReading {
  const text = clean(name, IMPORT_NAME_LENGTH);
  if (text === null || !/[\p{L}\p{N}]/u.test(text)) return "name";
  return {
    name: text,
    slugs: slugs.flatMap((slug) => clean(slug, IMPORT_NAME_LENGTH) ?? []),
    called: clean(called, NICKNAME_LENGTH),
    isWanted,
    pledge,
  };
}

const isShip = (kind: Scalar) => kind === undefined || kind === null || /^ship$/i.test(String(kind));
const isYes = (value: Scalar) => value === true || /^(true|yes|1)$/i.test(String(value));

const scalar = z.optional(z.nullable(z.union([z.string(), z.number(), z.boolean()])));

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
      const { success, data } = z.safeParse(schema, row);
      return success ? toShip(data as Record<Name, Scalar>) : "shape";
    },
  };
};

const hangarXplor = jsonRows(
  "hangarxplor_json",
  [
    ...(["name", "ship_name", "entity_type", "type", "lti"] as const),
    // Builds before "pledge_id" say "package_id", "pledge", "cost" and "type".
    ...(["pledge_id", "pledge_name", "pledge_cost", "package_id", "pledge", "cost"] as const),
  ],
  (row) => {
    if (!isShip(row.entity_type ?? row.type)) return "other";
    const pledge = pledgeOf({
      id: row.pledge_id ?? row.package_id,
      name: row.pledge_name ?? row.pledge,
      cost: row.pledge_cost ?? row.cost,
      insurance: isYes(row.lti) ? "LTI" : null,
    });
    return listed(row.name, { called: row.ship_name, pledge });
  },
);

const extension = jsonRows("extension_json", ["name", "insurance"], ({ name, insurance }) =>
  // "0MI" says that the insurance is not known.
  listed(name, { pledge: pledgeOf({ insurance: insurance === "0MI" ? null : insurance }) }),
);

const fleetYards = jsonRows(
  "fleetyards",
  ["name", "slug", "shipName", "customName", "wanted", "purchased"],
  (row) =>
    listed(row.name, {
      slugs: [row.slug],
      called: row.shipName ?? row.customName,
      isWanted: isYes(row.wanted) || row.purchased === false,
    }),
);

const starJump = jsonRows("starjump", ["itemType", "shipSlug", "variantSlug", "defaultText"], (row) => {
  if (row.itemType !== "SHIP") return "other";
  const slugs = [row.variantSlug, row.shipSlug];
  return listed(row.defaultText || String(row.shipSlug ?? "").replaceAll("-", " "), { slugs });
});

const ccuGame = jsonRows("ccu_game", ["name", "shipname", "type"], ({ name, shipname, type }) =>
  isShip(type) ? listed(name, { called: shipname }) : "other",
);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The format of a JSON value and its rows; null for none that is known. */
export function jsonFormat(value: unknown) {
  if (isObject(value)) {
    const { type, canvasItems } = value;
    if (type !== "starjumpFleetviewer" && !Array.isArray(canvasItems)) return null;
    return { ...starJump, rows: Array.isArray(canvasItems) ? (canvasItems as unknown[]) : [] };
  }
  if (!Array.isArray(value)) return null;
  const first = value.find(isObject);
  const has = (...names: string[]) => first !== undefined && names.some((name) => Object.hasOwn(first, name));
  const format = has("pledge_id", "ship_code", "package_id")
    ? hangarXplor
    : has("shipname")
      ? ccuGame
      : has("shipCode", "manufacturerCode", "customName", "purchased", "boughtVia")
        ? fleetYards
        : isObject(first?.["manufacturer"])
          ? extension
          : null;
  return format && { ...format, rows: value as unknown[] };
}

type CsvRow = (column: string) => string | undefined;

const hangarXplorCsv = (row: CsvRow): RowReading =>
  listed(row("ship"), {
    pledge: pledgeOf({
      ...{ id: row("id"), name: row("pledge"), cost: row("cost") },
      insurance: isYes(row("lti")) ? "LTI" : null,
    }),
  });

const extensionCsv = (row: CsvRow): RowReading =>
  /^(included )?ship$/i.test(row("content type") ?? "")
    ? listed(row("pledge content"), {
        pledge: pledgeOf({ id: row("pledge id"), name: row("pledge name"), cost: row("pledge cost") }),
      })
    : "other";

/** The format of a CSV file by its first record, with what reads a record; null for none that is known. */
export function csvFormat(heading: readonly string[]) {
  const columns = heading.map((name) => name.toLowerCase());
  const has = (...names: string[]) => names.every((name) => columns.includes(name));
  const csvRows = (format: ImportFormat, toShip: (row: CsvRow) => RowReading) => ({
    format,
    // An apostrophe in front keeps spreadsheets from running a cell as a formula; it is not part of the text.
    read: (record: readonly string[]): RowReading =>
      toShip((column) => record[columns.indexOf(column)]?.replace(/^'(?=[=+\-@])/, "")),
  });
  if (has("manufacturer", "ship", "lti")) return csvRows("hangarxplor_csv", hangarXplorCsv);
  if (has("content type", "pledge content")) return csvRows("extension_csv", extensionCsv);
  return null;
}
