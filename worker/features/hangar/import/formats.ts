import * as z from "zod/mini";
import { cleanName } from "../../../lib/names.schema.ts";
import { NICKNAME_LENGTH } from "../hangar.schema.ts";
import { IMPORT_NAME_LENGTH, type ImportFormat, PLEDGE_LENGTHS, type Pledge } from "./import.schema.ts";

/** A ship as a row of a list names it. */
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

/** A text as names are typed, of bounded length; null where there is none, or a word that stands for none. */
function clean(value: Scalar, length: number): string | null {
  if (value === null || value === undefined || typeof value === "boolean") return null;
  const text = cleanName(String(value).slice(0, 10 * length), length);
  return /^(undefined|null|nan)?$/i.test(text) ? null : text;
}

/** What is kept of a pledge, null for nothing. */
function pledgeOf(fields: Record<keyof Pledge, Scalar>): Pledge | null {
  const kept = Object.entries(fields).flatMap(([name, value]) => {
    const text = clean(value, PLEDGE_LENGTHS[name as keyof Pledge]);
    return text === null ? [] : [[name, text]];
  });
  return kept.length > 0 ? (Object.fromEntries(kept) as Pledge) : null;
}

function listed(
  name: Scalar,
  more: { slugs?: Scalar[]; called?: Scalar; isWanted?: boolean; pledge?: Pledge | null } = {},
): RowReading {
  const text = clean(name, IMPORT_NAME_LENGTH);
  if (text === null || !/[\p{L}\p{N}]/u.test(text)) return "name";
  return {
    name: text,
    slugs: (more.slugs ?? []).flatMap((slug) => clean(slug, IMPORT_NAME_LENGTH) ?? []),
    called: clean(more.called, NICKNAME_LENGTH),
    isWanted: more.isWanted ?? false,
    pledge: more.pledge ?? null,
  };
}

const scalar = z.optional(z.nullable(z.union([z.string(), z.number(), z.boolean()])));
const scalars = <Name extends string>(...names: Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, scalar])) as Record<Name, typeof scalar>);

const isShip = (kind: Scalar) => kind === undefined || kind === null || /^ship$/i.test(String(kind));
const isYes = (value: Scalar) => value === true || /^(true|yes|1)$/i.test(String(value));

/** How the rows of a format in JSON are read. */
type JsonFormat = { format: ImportFormat; read: (row: unknown) => RowReading };

const reader =
  <Row>(schema: z.ZodMiniType<Row>, toShip: (row: Row) => RowReading) =>
  (row: unknown): RowReading => {
    const { success, data } = z.safeParse(schema, row);
    return success ? toShip(data) : "shape";
  };

const hangarXplor: JsonFormat = {
  format: "hangarxplor_json",
  // Builds before "pledge_id" say "package_id", "pledge", "cost" and "type".
  read: reader(
    scalars(
      ...([
        "name",
        "ship_name",
        "entity_type",
        "type",
        "lti",
        "pledge_id",
        "pledge_name",
        "pledge_cost",
      ] as const),
      ...(["package_id", "pledge", "cost"] as const),
    ),
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
  ),
};

const extension: JsonFormat = {
  format: "extension_json",
  read: reader(scalars("name", "insurance"), ({ name, insurance }) =>
    // "0MI" says that the insurance is not known.
    listed(name, {
      pledge: pledgeOf({
        id: null,
        name: null,
        cost: null,
        insurance: insurance === "0MI" ? null : insurance,
      }),
    }),
  ),
};

const fleetYards: JsonFormat = {
  format: "fleetyards",
  read: reader(scalars("name", "slug", "shipName", "customName", "wanted", "purchased"), (row) =>
    listed(row.name, {
      slugs: [row.slug],
      called: row.shipName ?? row.customName,
      isWanted: isYes(row.wanted) || row.purchased === false,
    }),
  ),
};

const starJump: JsonFormat = {
  format: "starjump",
  read: reader(scalars("itemType", "shipSlug", "variantSlug", "defaultText"), (row) => {
    if (row.itemType !== "SHIP") return "other";
    const slugs = [row.variantSlug, row.shipSlug];
    return listed(row.defaultText || String(row.shipSlug ?? "").replaceAll("-", " "), { slugs });
  }),
};

const ccuGame: JsonFormat = {
  format: "ccu_game",
  read: reader(scalars("name", "shipname", "type"), ({ name, shipname, type }) =>
    isShip(type) ? listed(name, { called: shipname }) : "other",
  ),
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The format of a JSON value and its rows; null for none that is known. */
export function jsonFormat(value: unknown): (JsonFormat & { rows: unknown[] }) | null {
  if (isObject(value)) {
    const { type, canvasItems } = value;
    if (type !== "starjumpFleetviewer" && !Array.isArray(canvasItems)) return null;
    return { ...starJump, rows: Array.isArray(canvasItems) ? canvasItems : [] };
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
  return format && { ...format, rows: value };
}

type CsvRow = (column: string) => string | undefined;

const hangarXplorCsv = (row: CsvRow): RowReading =>
  listed(row("ship"), {
    pledge: pledgeOf({
      id: row("id"),
      name: row("pledge"),
      cost: row("cost"),
      insurance: isYes(row("lti")) ? "LTI" : null,
    }),
  });

const extensionCsv = (row: CsvRow): RowReading =>
  /^(included )?ship$/i.test(row("content type") ?? "")
    ? listed(row("pledge content"), {
        pledge: pledgeOf({
          id: row("pledge id"),
          name: row("pledge name"),
          cost: row("pledge cost"),
          insurance: null,
        }),
      })
    : "other";

/** The format of a CSV file by its first record, with what reads a record; null for none that is known. */
export function csvFormat(
  heading: readonly string[],
): { format: ImportFormat; read: (record: readonly string[]) => RowReading } | null {
  const columns = heading.map((name) => name.toLowerCase());
  const has = (...names: string[]) => names.every((name) => columns.includes(name));
  const reading =
    (read: (row: CsvRow) => RowReading) =>
    (record: readonly string[]): RowReading =>
      // An apostrophe in front keeps spreadsheets from running a cell as a formula; it is not part of the text.
      read((column) => record[columns.indexOf(column)]?.replace(/^'(?=[=+\-@])/, ""));
  if (has("manufacturer", "ship", "lti")) return { format: "hangarxplor_csv", read: reading(hangarXplorCsv) };
  if (has("content type", "pledge content")) return { format: "extension_csv", read: reading(extensionCsv) };
  return null;
}
