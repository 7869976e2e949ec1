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

/** The least and the most crew of "1", "1,5" or 3; both null for an empty value, undefined for other texts. */
export function readCrew(value: string | number | null) {
  const text = String(value ?? "").trim();
  if (text === "") return { min: null, max: null };
  const numbers = text
    .split(/[,-]/)
    .map((part) => (/^\s*\d{1,5}(\.0+)?\s*$/.test(part) ? Number(part) : Number.NaN));
  if (numbers.length > 2 || numbers.some((each) => !(each <= CREW_MAX))) return undefined;
  return { min: Math.min(...numbers), max: Math.max(...numbers) };
}

/** A text; the name of a ship may come as a number. */
const text = z.pipe(
  z._default(z.nullable(z.union([z.string(), z.number()])), null),
  z.transform((value): string => String(value ?? "")),
);
const refuse = (payload: { issues: unknown[]; value: unknown }) => {
  payload.issues.push({ code: "custom", input: payload.value, message: "not readable" });
  return z.NEVER;
};

/** A number, which may come as text; a missing one counts as 0. */
const amount = z.pipe(
  z._default(z.nullable(z.union([z.number(), z.string().check(z.maxLength(40))])), null),
  z.transform((value, payload): number => {
    const number = value === null || value === "" ? 0 : Number(value);
    return number >= 0 && number <= SCU_MAX ? number : refuse(payload);
  }),
);

/** 0 or 1, which may come as text or as a boolean; a missing one counts as 0. */
const flag = z.pipe(
  z._default(z.nullable(z.union([z.number(), z.boolean(), z.string().check(z.maxLength(5))])), null),
  z.transform((value, payload): boolean => {
    const number = value === null ? 0 : Number(value);
    return number === 0 || number === 1 ? number === 1 : refuse(payload);
  }),
);

const id = z.pipe(
  z.union([z.number(), z.string().check(z.maxLength(12))]),
  z.transform((value, payload): number => {
    const number = typeof value === "string" && value.trim() === "" ? 0 : Number(value);
    return Number.isInteger(number) && number > 0 && number < 2 ** 31 ? number : refuse(payload);
  }),
);

const crew = z.pipe(
  z._default(z.nullable(z.union([z.number(), z.string().check(z.maxLength(40))])), null),
  z.transform((value, payload) => readCrew(value) ?? refuse(payload)),
);

/** The fields of an entry of the provider's list that are used. */
const entry = z.object({
  id,
  name: text,
  name_full: text,
  slug: text,
  company_name: text,
  scu: amount,
  crew,
  pad_type: text,
  // A malformed photo or container size does not make a ship unreadable.
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

/** Whether a ship is a fighter, which the provider does not say: a small military spaceship for one or two. */
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
  /** Each once, without modules. */
  ships: CatalogueShip[];
  /** Ids of malformed entries: these ships are listed. */
  unreadable: Set<number>;
  /** Malformed entries without an id: any ship may still be listed. */
  nameless: number;
  entries: number;
};

export function readCatalogue(list: readonly unknown[]): Catalogue {
  const ships = new Map<number, CatalogueShip>();
  const unreadable = new Set<number>();
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
      continue;
    }
    const said = named.safeParse(each);
    if (said.success) unreadable.add(said.data.id);
    else nameless += 1;
  }
  // Of two entries for one ship the readable one counts.
  for (const known of ships.keys()) unreadable.delete(known);
  return { ships: [...ships.values()], unreadable, nameless, entries: list.length - addons };
}
