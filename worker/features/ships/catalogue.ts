import * as z from "zod/mini";
import { photoAddress } from "./photo-hosts.ts";
import { CONTAINER_SIZES, PHOTO_URL_LENGTH, type ShipRole, type ShipSize } from "./ships.schema.ts";
import type { ships } from "./ships.table.ts";

export type CatalogueShip = Omit<typeof ships.$inferSelect, "organizationId" | "isListed">;

const NAME_LENGTH = 100;
/** No ship has more crew or cargo. */
const CREW_MAX = 10_000;
const SCU_MAX = 10_000_000;

/** A text on one line without invisible characters. */
export function cleanText(text: string, length = NAME_LENGTH): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/\p{Cf}/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  return [...line].slice(0, length).join("").trim();
}

const UNKNOWN_CREW = { min: null, max: null };

/** The least and the most crew of "1", "1,5", "4–6", [1, 3] or 3; both null for an empty value, undefined for others. */
export function readCrew(value: string | number | null | readonly number[]) {
  const text = String(value ?? "").trim();
  if (text === "" || text.length > 40) return text === "" ? UNKNOWN_CREW : undefined;
  const numbers = text
    .split(/[,\-\u2013\u2014]/)
    .map((part) => (/^\s*\d{1,5}(\.0+)?\s*$/.test(part) ? Number(part) : Number.NaN));
  if (numbers.length > 2 || numbers.some((each) => !(each <= CREW_MAX))) return undefined;
  return { min: Math.min(...numbers), max: Math.max(...numbers) };
}

/** A text; the name of a ship may come as a number. Anything else counts as none. */
const text = z.pipe(
  z.optional(z.unknown()),
  z.transform((value): string =>
    typeof value === "string" || typeof value === "number" ? String(value) : "",
  ),
);
const refuse = (payload: { issues: unknown[]; value: unknown }) => {
  payload.issues.push({ code: "custom", input: payload.value, message: "not readable" });
  return z.NEVER;
};

/** A number within bounds, which may come as text; null for anything else. */
function numberOf(value: unknown, most: number): number | null {
  const isNumber =
    typeof value === "number" || (typeof value === "string" && /\d/.test(value) && value.length <= 40);
  const number = isNumber ? Number(value) : Number.NaN;
  return number >= 0 && number <= most ? number : null;
}

/** A cargo hold such as 46, "1,152" or "46 SCU"; null for anything else. */
function cargoOf(value: unknown): number | null {
  if (typeof value !== "string") return numberOf(value, SCU_MAX);
  const text = value.slice(0, 50).replace(/\s*SCU$/i, "");
  return numberOf(/^\s*\d{1,3}(,\d{3})+(\.\d+)?\s*$/.test(text) ? text.replaceAll(",", "") : text, SCU_MAX);
}

/** Whether a field is empty. */
const isEmpty = (value: unknown) => value === null || value === undefined || value === "";

/** A number; 0 for a missing or invalid one. */
const amount = z.pipe(
  z.optional(z.unknown()),
  z.transform((value): number => cargoOf(value) ?? 0),
);

/** 0 or 1, which may come as text or as a boolean; anything else counts as 0. */
const flag = z.pipe(
  z.optional(z.unknown()),
  z.transform((value): boolean => value === true || numberOf(value, 1) === 1),
);

const id = z.pipe(
  z.union([z.number(), z.string().check(z.maxLength(12))]),
  z.transform((value, payload): number => {
    const number = typeof value === "string" && value.trim() === "" ? 0 : Number(value);
    return Number.isInteger(number) && number > 0 && number < 2 ** 31 ? number : refuse(payload);
  }),
);

/** Whether a value is a list of two: the least and the most. */
const isPair = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length <= 2 && value.every((each) => typeof each === "number");

const crew = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) =>
    typeof value === "number" || typeof value === "string" || isPair(value)
      ? (readCrew(value) ?? UNKNOWN_CREW)
      : UNKNOWN_CREW,
  ),
);

/** The used fields of the provider's entries. Without id or name an entry is no ship; other invalid fields are empty. */
const entry = z.object({
  id,
  name: text,
  name_full: text,
  slug: text,
  company_name: text,
  scu: amount,
  crew,
  pad_type: text,
  // A malformed photo or container size counts as none.
  url_photo: z.optional(z.unknown()),
  url_photos: z.optional(z.unknown()),
  container_sizes: z.optional(z.unknown()),
  is_addon: flag,
  is_bomber: flag,
  is_cargo: flag,
  is_carrier: flag,
  is_construction: flag,
  is_datarunner: flag,
  is_exploration: flag,
  is_ground_vehicle: flag,
  is_interdiction: flag,
  is_medical: flag,
  is_military: flag,
  is_mining: flag,
  is_passenger: flag,
  is_qed: flag,
  is_racing: flag,
  is_refuel: flag,
  is_repair: flag,
  is_research: flag,
  is_salvage: flag,
  is_science: flag,
  is_spaceship: flag,
});
type Entry = z.infer<typeof entry>;

/** Whether a ship is a fighter, which the provider does not tell: a small military spaceship for one or two. */
const isFighter = (each: Entry): boolean =>
  each.is_military &&
  each.is_spaceship &&
  each.crew.max !== null &&
  each.crew.max <= 2 &&
  !each.is_cargo &&
  !each.is_bomber &&
  !each.is_exploration;

function rolesOf(each: Entry): ShipRole[] {
  const has: [ShipRole, boolean][] = [
    ["military", each.is_military],
    ["fighter", isFighter(each)],
    ["cargo", each.is_cargo],
    ["exploration", each.is_exploration],
    ["mining", each.is_mining],
    ["racing", each.is_racing],
    ["salvage", each.is_salvage],
    ["medical", each.is_medical],
    ["refuel", each.is_refuel],
    ["repair", each.is_repair],
    ["passenger", each.is_passenger],
    ["science", each.is_science || each.is_research],
    ["bomber", each.is_bomber],
    // A quantum enforcement device keeps other ships from leaving.
    ["interdiction", each.is_interdiction || each.is_qed],
    ["data", each.is_datarunner],
    ["carrier", each.is_carrier],
    ["construction", each.is_construction],
  ];
  return has.flatMap(([role, holds]) => (holds ? role : []));
}

const PADS: Record<string, ShipSize> = { XS: "small", S: "small", M: "medium", L: "large", XL: "capital" };

const sizeOf = (each: Entry): ShipSize | null =>
  each.is_ground_vehicle ? "vehicle" : (PADS[each.pad_type.trim().toUpperCase()] ?? null);

/** The first photo that can be shown; `url_photos` is a JSON list in a text. */
function photoOf({ url_photo, url_photos }: Entry): string | null {
  let listed: unknown = url_photos;
  try {
    if (typeof listed === "string") listed = JSON.parse(listed);
  } catch {}
  const all: unknown[] = [url_photo, ...(Array.isArray(listed) ? listed : [])];
  for (const each of all) {
    const url = typeof each === "string" ? photoAddress(each.trim())?.href : undefined;
    if (url && url.length <= PHOTO_URL_LENGTH) return url;
  }
  return null;
}

/** The known container sizes of a list such as "1,2,4"; null for none. */
function containersOf({ container_sizes: listed }: Entry): CatalogueShip["containerSizes"] {
  if (typeof listed !== "string" && typeof listed !== "number") return null;
  const parts = String(listed)
    .slice(0, 100)
    .split(",")
    .map((part) => part.trim());
  const sizes = CONTAINER_SIZES.filter((size) => parts.includes(String(size)));
  return sizes.length > 0 ? sizes : null;
}

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

function toShip(each: Entry): CatalogueShip | null {
  const name = cleanText(each.name) || cleanText(each.name_full);
  if (!name) return null;
  const companyName = cleanText(each.company_name);
  return {
    id: each.id,
    name,
    nameFull: cleanText(each.name_full, 2 * NAME_LENGTH) || `${companyName} ${name}`.trim(),
    slug: cleanText(each.slug) || slugOf(name),
    companyName,
    urlPhoto: photoOf(each),
    scu: each.scu,
    crewMin: each.crew.min,
    crewMax: each.crew.max,
    size: sizeOf(each),
    roles: rolesOf(each),
    containerSizes: containersOf(each),
  };
}

export type Catalogue = {
  /** The ships, each once, without modules. */
  ships: CatalogueShip[];
  /** Ids of entries without a name: these ships are listed. */
  unreadable: Set<number>;
  /** Entries without an id: any ship may still be listed. */
  nameless: number;
  /** By the id of a ship, its unreadable fields: empty for a new ship, unchanged for a known one. */
  unread: ReadonlyMap<number, readonly (keyof CatalogueShip)[]>;
  entries: number;
};

/** The unreadable fields of an entry. Whether a ship is a fighter depends on its crew. */
const unreadOf = (each: { [Field in "crew" | "scu" | "pad_type"]?: unknown }): (keyof CatalogueShip)[] => [
  ...(!isEmpty(each.crew) && crew.parse(each.crew).min === null
    ? (["crewMin", "crewMax", "roles"] as const)
    : []),
  ...(!isEmpty(each.scu) && cargoOf(each.scu) === null ? (["scu"] as const) : []),
  ...(!isEmpty(each.pad_type) && !(text.parse(each.pad_type).trim().toUpperCase() in PADS)
    ? (["size"] as const)
    : []),
];

export function readCatalogue(list: readonly unknown[]): Catalogue {
  const ships = new Map<number, CatalogueShip>();
  const unreadable = new Set<number>();
  const unread = new Map<number, (keyof CatalogueShip)[]>();
  const named = z.object({ id });
  let nameless = 0;
  let addons = 0;
  for (const each of list) {
    const read = entry.safeParse(each);
    if (read.success && read.data.is_addon) {
      addons += 1;
      continue;
    }
    const ship = read.success ? toShip(read.data) : null;
    if (ship) {
      ships.set(ship.id, ship);
      const fields = unreadOf(each as object);
      if (fields.length > 0) unread.set(ship.id, fields);
      else unread.delete(ship.id);
      continue;
    }
    const parsed = named.safeParse(each);
    if (parsed.success) unreadable.add(parsed.data.id);
    else nameless += 1;
  }
  // Of two entries for one ship the readable one counts.
  for (const known of ships.keys()) unreadable.delete(known);
  const entries = list.length - addons;
  return { ships: [...ships.values()], unreadable, nameless, unread, entries };
}
