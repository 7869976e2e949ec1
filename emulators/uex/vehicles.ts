import { readFileSync } from "node:fs";

export interface Vehicle {
  id: number;
  maker: string;
  makerId: number;
  name: string;
  crew: string;
  scu: number;
  pad: string;
  /** Names of the list's flags, without `is_`. */
  flags: string[];
}

/** An entry of UEX's list, of any content. */
export type Row = Record<string, unknown>;

const FLAGS =
  "addon boarding bomber cargo carrier civilian concept construction datarunner docking emp exploration ground_vehicle hangar industrial interdiction loading_dock medical military mining passenger qed quantum_capable racing refinery refuel repair research salvage scanning science showdown_winner spaceship starter stealth tractor_beam".split(
    " ",
  );

const CONTAINERS = [1, 2, 4, 8, 16, 24, 32];

/** Approximate metres from bow to stern, by landing pad. */
const LENGTHS: Record<string, number> = { XS: 9.5, S: 22, M: 38, L: 91.5, XL: 155 };

/** Returns all vehicles in the order of their ids. */
export function readVehicles(): Vehicle[] {
  const lines = readFileSync(new URL("vehicles.csv", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .slice(1);
  const makers: string[] = [];
  return lines.map((line, at) => {
    const [maker = "", name = "", crew = "", scu = "0", pad = "", flags = ""] = line.split(";");
    if (!makers.includes(maker)) makers.push(maker);
    return {
      id: at + 1,
      maker,
      makerId: makers.indexOf(maker) + 1,
      name,
      crew,
      scu: Number(scu),
      pad,
      flags: flags.split(" ").filter(Boolean),
    };
  });
}

const slugOf = (name: string) =>
  name
    .normalize("NFD")
    .replace(/[^\w]+/g, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();

/** Returns the addresses of a vehicle's photos: most at two hosts of UEX, few at RSI's; some vehicles have none. */
function photosOf({ id, name, flags }: Vehicle): string[] {
  if (flags.includes("addon") || id % 19 === 14) return [];
  const slug = slugOf(name);
  if (id % 41 === 0) return [`https://media.robertsspaceindustries.com/${slug}/store_slideshow_large.jpg`];
  if (id % 5 === 0) return [`https://cdn.uexcorp.space/vehicles/${id}/cover/${slug}.jpg`];
  return [`https://assets.uexcorp.space/img/vehicles/${id}/cover.jpg`];
}

/**
 * Returns a vehicle's entry, as uneven as the real list's: numbers as texts, null or an empty text for nothing, new
 * fields and missing fields.
 */
export function rowOf(vehicle: Vehicle): Row {
  const { id, maker, makerId, name, crew, scu, pad, flags } = vehicle;
  const isGround = flags.includes("ground_vehicle");
  const isShip = !isGround && !flags.includes("addon");
  const has = new Set([...flags, ...(isShip ? ["spaceship", "quantum_capable"] : []), "civilian"]);
  const [photo = "", ...others] = photosOf(vehicle);
  const length = (LENGTHS[pad] ?? 0) * (1 + (id % 7) / 20);
  const row: Row = {
    id: id % 23 === 0 ? String(id) : id,
    id_company: makerId,
    id_parent: id,
    ids_vehicles_loaners: "",
    name,
    name_full: `${maker.split(" ")[0]} ${name}`,
    slug: slugOf(name),
    uuid: id % 3 === 0 ? null : `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`,
    scu: id % 7 === 0 ? String(scu) : scu,
    crew: crew || null,
    mass: id % 4 === 0 ? 0 : Math.round(length * 3100),
    width: Math.round(length * 6) / 10,
    height: Math.round(length * 2.2) / 10,
    length: Math.round(length * 10) / 10,
    fuel_quantum: 0,
    fuel_hydrogen: 0,
    container_sizes: scu > 0 ? CONTAINERS.filter((size) => size === 1 || size * 2 <= scu).join(",") : null,
    ...Object.fromEntries(
      FLAGS.map((flag) => [`is_${flag}`, id % 17 === 0 ? String(+has.has(flag)) : +has.has(flag)]),
    ),
    url_store: `https://robertsspaceindustries.com/pledge/ships/${slugOf(maker)}/${slugOf(name)}`,
    url_brochure: id % 2 === 0 ? "" : null,
    url_hotsite: "",
    url_video: "",
    url_photo: photo || (id % 2 === 0 ? null : ""),
    url_photos: JSON.stringify([photo, ...others].filter(Boolean)),
    pad_type: pad || null,
    game_version: id % 6 === 0 ? null : "4.4",
    company_name: maker,
    date_added: 1_703_500_000 + id * 3_600,
    date_modified: 1_741_600_000 + id * 60,
  };
  // Photos only in the older field, undocumented fields, and missing ones.
  if (id % 29 === 0) delete row["url_photo"];
  if (id % 13 === 0) row["is_modular"] = 1;
  if (id % 9 === 0)
    for (const gone of ["is_showdown_winner", "is_scanning", "container_sizes"]) delete row[gone];
  return row;
}
