import type { HangarShip } from "../../../worker/features/hangar/hangar.schema.ts";
import { HANGAR_CATEGORIES, type HangarCategory } from "../../../worker/features/ships/ships.schema.ts";
import type { Language } from "../../../worker/lib/wire.schema.ts";
import { currentLanguage } from "../../lib/i18n/i18n.ts";
import type { HangarAddress } from "./address.ts";

type Entry = Pick<HangarShip, "ship" | "quantity" | "nickname">;

const sum = (entries: readonly Entry[], amountOf: (entry: Entry) => number) =>
  entries.reduce((total, entry) => total + amountOf(entry) * entry.quantity, 0);

const countShips = (entries: readonly Entry[]) => sum(entries, () => 1);

const within = <Each extends Entry>(entries: readonly Each[], category: HangarCategory) =>
  entries.filter(({ ship }) => ship.roles.includes(category));

/** The figures of a hangar; several ships of one type count as many. */
export function hangarFigures(entries: readonly Entry[]) {
  return {
    total: countShips(entries),
    types: entries.length,
    unlisted: countShips(entries.filter(({ ship }) => !ship.isListed)),
    counts: Object.fromEntries(
      HANGAR_CATEGORIES.map((category) => [category, countShips(within(entries, category))]),
    ) as Record<HangarCategory, number>,
    militaryFighters: countShips(within(within(entries, "military"), "fighter")),
    cargoScu: sum(within(entries, "cargo"), ({ ship }) => ship.scu),
    explorationCrew: sum(within(entries, "exploration"), ({ ship }) => ship.crewMax ?? ship.crewMin ?? 1),
  };
}
export type HangarFigures = ReturnType<typeof hangarFigures>;

/** Orders of the page besides the server's, which is newest first. */
function ordersIn(
  language: Language,
): Record<Exclude<HangarAddress["sort"], "newest">, (a: Entry, b: Entry) => number> {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const byName = (a: Entry, b: Entry) => compare(a.ship.name, b.ship.name);
  return {
    name: byName,
    maker: (a, b) => compare(a.ship.companyName, b.ship.companyName) || byName(a, b),
    scu: (a, b) => b.ship.scu - a.ship.scu || byName(a, b),
    crew: (a, b) => (b.ship.crewMax ?? 0) - (a.ship.crewMax ?? 0) || byName(a, b),
  };
}

/** The shown entries, in their order: those of the category whose name, nickname or maker contains all words. */
export function shownEntries<Each extends Entry>(
  entries: readonly Each[],
  { category, q, sort }: Pick<HangarAddress, "category" | "q" | "sort">,
): Each[] {
  const words = q.toLowerCase().split(/\s+/);
  const found = (category ? within(entries, category) : entries).filter(({ ship, nickname }) => {
    const names = [ship.name, ship.companyName, nickname ?? ""].join("\n").toLowerCase();
    return words.every((word) => names.includes(word));
  });
  return sort === "newest" ? [...found] : found.toSorted(ordersIn(currentLanguage())[sort]);
}

/** The least and most crew, such as "1–4"; null without it. */
export const crewText = ({ crew }: Pick<HangarShip["ship"], "crew">): string | null =>
  crew?.replace("-", "–") ?? null;
