import * as z from "zod/mini";
import type { ImportFormat } from "./imports.schema.ts";
import { lettersOf } from "./match.ts";
import { clean, isNo, isYes, pledgeOf, type Scalar } from "./pledges.ts";
import { countOf, isShip, listed, type RowReading, titleOf } from "./ship-rows.ts";

const scalar = z.optional(z.nullable(z.union([z.string(), z.number(), z.boolean()])));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Keys under which APIs keep the ship of a row as an object; the name beside it is its owner's. */
const MODELS = ["model", "ship", "vehicle"];
/** Keys of the variant, edition or paint of a ship, which may be an object, too. */
const BESIDE = ["variant", "edition", "paint", "skin"] as const;

/** A row whose ship is an object, with the ship's name and slug as texts, as other rows have them. */
function withTexts(row: Record<string, unknown>): Record<string, unknown> {
  const texts = { ...row };
  for (const key of BESIDE)
    if (typeof row[key] === "object") texts[key] = isObject(row[key]) ? row[key]["name"] : null;
  const key = MODELS.find((each) => isObject(row[each]));
  if (key === undefined) return texts;
  const model = row[key] as Record<string, unknown>;
  return { ...texts, [key]: model["name"], slug: model["slug"] ?? row["slug"] };
}

/** The reader of rows of a JSON format: by these fields, which are scalars where a row has them. */
const jsonRows = <Name extends string>(
  format: ImportFormat,
  names: readonly Name[],
  toShip: (row: Record<Name, Scalar>) => RowReading,
) => {
  const schema = z.object(Object.fromEntries(names.map((name) => [name, scalar])));
  return {
    format,
    columns: [] as string[],
    read(row: unknown): RowReading {
      const { success, data } = z.safeParse(schema, isObject(row) ? withTexts(row) : row);
      return success ? toShip(data as Record<Name, Scalar>) : "shape";
    },
  };
};

const hangarXplor = jsonRows(
  "hangarxplor_json",
  [
    ...(["name", "ship_name", "entity_type", "type", "lti", "insurance", "insuranceMonths"] as const),
    ...(["warbond", "pledge_id", "pledge_name", "pledge_cost", "pledge_date"] as const),
    // Versions before "pledge_id" write "package_id", "pledge" and "cost".
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
  ({ name, type, ...pledgeFields }) =>
    isShip(type) ? listed(name, { pledge: pledgeOf(pledgeFields) }) : "other",
);

/** The words of a slug. */
const textOf = (slug: Scalar) => String(slug ?? "").replaceAll("-", " ");

/** Whether a slug shares a word with the name. The slug of a painted ship may be its paint's, and name another ship. */
const isOfName = (slug: Scalar, name: Scalar) =>
  String(slug)
    .split(/[-_]+/)
    .some((word) => word !== "" && lettersOf(String(name)).includes(lettersOf(word)));

const fleetYards = jsonRows(
  "fleetyards",
  [
    ...(["name", "slug", "model", "paint", "paintSlug", "shipName", "customName"] as const),
    ...(["wanted", "purchased", "loaner", "type"] as const),
  ],
  (row) =>
    isShip(row.type) && !isYes(row.loaner)
      ? listed(row.model ?? row.name, {
          beside: row.paint ?? textOf(row.paintSlug),
          slugs: isOfName(row.slug, row.model ?? row.name) ? [row.slug] : [],
          called: row.shipName ?? row.customName ?? (row.model ? row.name : null),
          isNickname: true,
          isWanted: isYes(row.wanted) || row.purchased === false,
        })
      : "other",
);

const starJump = jsonRows("starjump", ["itemType", "shipSlug", "variantSlug", "defaultText"], (row) => {
  if (row.itemType !== "SHIP") return "other";
  const slugs = [row.variantSlug, row.shipSlug];
  return listed(row.defaultText || textOf(row.shipSlug), { beside: textOf(row.variantSlug), slugs });
});

const ccuGame = jsonRows("ccu_game", ["name", "shipname", "type"], ({ name, shipname, type }) =>
  isShip(type) ? listed(name, { called: shipname }) : "other",
);

/** Any list of objects that name a ship; a name beside it is its owner's. */
const anyJson = jsonRows(
  "table",
  [
    ...(["ship", "model", "vehicle", "name", "slug", "nickname", "type", "entity_type"] as const),
    ...BESIDE,
    ...(["loaner", "quantity", "qty", "count", "owned", "wanted", "wishlist"] as const),
    ...(["id", "cost", "date", "lti", "insurance", "insuranceMonths", "warbond"] as const),
  ],
  ({ ship, model, vehicle, name, slug, nickname, type, entity_type, loaner, ...pledgeFields }) => {
    if (!isShip(entity_type) || !isShip(type) || isYes(loaner)) return "other";
    const { quantity, qty, count, owned, wanted, wishlist, variant, edition, paint, skin, ...rest } =
      pledgeFields;
    const { id, cost, date, ...insured } = rest;
    const kind = ship ?? model ?? vehicle;
    const called = nickname ?? (kind === undefined ? null : name);
    // Numbers and prices belong to pledges only in a list of pledges.
    const isPledge = titleOf(String(name ?? "")) !== null;
    const pledge = isPledge ? { ...insured, id, name, cost, date } : insured;
    return listed(kind ?? name, {
      ...{
        beside: variant ?? edition ?? paint ?? skin,
        slugs: [slug],
        called,
        pledge: pledgeOf(pledge),
        isWanted: isYes(wanted) || isYes(wishlist) || isNo(owned),
      },
      // Some lists have how many are owned, others whether one is.
      count: quantity ?? qty ?? count ?? (countOf(owned) === null ? undefined : owned),
      day: isPledge ? date : undefined,
    });
  },
);

/** The format of a list with rows like this one; null for an unknown one. */
function formatLike(row: Record<string, unknown>) {
  const has = (...names: string[]) => names.some((name) => Object.hasOwn(row, name));
  if (has("pledge_id", "ship_code", "package_id")) return hangarXplor;
  if (has("shipname")) return ccuGame;
  if (has("shipCode", "manufacturerCode", "customName", "purchased", "boughtVia")) return fleetYards;
  if (isObject(row["manufacturer"])) return extension;
  return has("ship", "model", "vehicle", "name") ? anyJson : null;
}

/** Keys under which APIs and exports keep their list. */
const LISTS = ["ships", "vehicles", "hangar", "fleet", "data", "items", "results", "records", "rows"];

/** The list in an object, or in an object within it. */
function listIn(value: Record<string, unknown>, depth = 2): unknown[] | null {
  for (const inner of LISTS.map((name) => value[name])) {
    if (Array.isArray(inner)) return inner;
    const list = isObject(inner) && depth > 1 ? listIn(inner, depth - 1) : null;
    if (list) return list;
  }
  return null;
}

/** The format of a JSON value and its rows; null for an unknown one. */
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
  // The first rows may be other things than ships, with fewer fields.
  const formats = rows.filter(isObject).map(formatLike);
  const format = formats.find((each) => each && each !== anyJson) ?? formats.find((each) => each);
  return format ? { ...format, rows } : null;
}

/** A number of ships before or behind a name, unless it belongs to the name: "X1" is a ship. */
const BEFORE = /^(?:(\d{1,2}) ?(?:[x×](?= |\p{L}{3})|stk\.?) ?|[x×](\d{1,2}) |(\d{1,2}) (?=\p{L}))(.+)$/iu;
const BEHIND =
  /^(.+?)(?: [x×] ?([2-9]|\d{2})|:? \([x×]?(\d{1,2})(?: stk\.?)?\)|: (\d{1,2})| (\d{1,2}) ?stk\.?)$/i;

/** Most characters of a line that are read; a name with its surroundings is shorter. */
const LINE_LENGTH = 200;

/** One name a row, in lists that people write: "- Carrack", "2x Cutlass Black", "Cutlass Black (2)", "Carrack: 2". */
export const namesFormat = {
  format: "names" as const,
  columns: [],
  read(line: string): RowReading {
    const name = (clean(line, LINE_LENGTH) ?? "").replace(/^([-*•–]|\d{1,3}[.)]) /, "").replace(/[,;]+$/, "");
    const [, ...before] = BEFORE.exec(name) ?? [];
    const own = before.pop();
    if (own !== undefined) return listed(own, { count: before.find(Boolean), whole: name });
    const [, first, ...behind] = BEHIND.exec(name) ?? [];
    return listed(first ?? name, { count: behind.find(Boolean), whole: first && name });
  },
};

/** The names of a text without a table: one a line, or all on one line; null for a table whose columns are unknown. */
export function plainNames(text: string): string[] | null {
  // Rejects binary files, such as a spreadsheet's own format.
  if (/[\0\ufffd]/.test(text)) return null;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 1) return text.split(/[,;\t]/).filter((name) => name.trim() !== "");
  return lines.some((line) => /[,;|\t][^\S\t]*\S/.test(line)) ? null : lines;
}
