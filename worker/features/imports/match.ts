import type { MatchWay } from "./imports.schema.ts";

/** A ship of the catalogue, of which names and slug are compared. */
export type CatalogueShip = { id: number; name: string; nameFull: string; slug: string; isListed: boolean };

/** The one ship that a name means, or the several that it could mean. */
export type Match =
  | { shipId: number; way: MatchWay }
  | { shipId: null; way: MatchWay | null; candidates: number[] };

const MOST_CANDIDATES = 8;

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** A name in lower case, its letters and digits only. */
export const lettersOf = (text: string): string => plain(text).replace(/[^\p{L}\p{N}]/gu, "");

/** The different words of a name; those that only join others are left out. */
const wordsOf = (text: string): string[] =>
  [...new Set(plain(text).match(/[\p{L}\p{N}]+/gu))].filter((word) => word !== "w" && word !== "with");

const isWithin = (some: readonly string[], all: readonly string[]) =>
  some.every((word) => all.includes(word));

/** Without the maker in front: the first part of a slug. */
const withoutMaker = (slug: string) => slug.replace(/^[^-_ ]+[-_ ]/, "");

/** Finds ships by a key: an index of those that have it. */
function indexBy(ships: readonly CatalogueShip[], keysOf: (ship: CatalogueShip) => readonly string[]) {
  const index = new Map<string, CatalogueShip[]>();
  for (const ship of ships)
    for (const key of new Set(keysOf(ship))) {
      const known = index.get(key);
      if (known) known.push(ship);
      else index.set(key, [ship]);
    }
  return (key: string): readonly CatalogueShip[] => index.get(key) ?? [];
}

/** Finds ships of a catalogue by the names that other sites give them. The catalogue is indexed once. */
export function createMatcher(ships: readonly CatalogueShip[]) {
  const byName = indexBy(ships, ({ name, nameFull }) => [name, nameFull]);
  const lettered = indexBy(ships, ({ name, nameFull }) => [name, nameFull].map(lettersOf));
  const worded = indexBy(ships, ({ name, nameFull }) => [name, nameFull].flatMap(wordsOf));
  const slugged = indexBy(ships, ({ name, nameFull, slug }) => [name, nameFull, slug].map(lettersOf));
  /** The words of a ship's short name. */
  const shortWords = new Map(ships.map((ship) => [ship, wordsOf(ship.name)]));

  /** Ships in whose name all words of `text` are. */
  function withWords(text: string): readonly CatalogueShip[] {
    const [first = "", ...others] = wordsOf(text);
    return others.reduce((found, word) => {
      const having = worded(word);
      return found.filter((ship) => having.includes(ship));
    }, worded(first));
  }

  /** Ships all of whose name is in `text`, without those whose name is only a part of another's: Fury in "Fury LX". */
  function withinText(text: string): readonly CatalogueShip[] {
    const all = wordsOf(text);
    const near = new Set(all.flatMap((word) => worded(word)));
    const found = [...near].flatMap((ship) => {
      const own = shortWords.get(ship) ?? [];
      return own.length > 0 && isWithin(own, all) ? [{ ship, own }] : [];
    });
    return found
      .filter(({ own }) => !found.some((other) => other.own.length > own.length && isWithin(own, other.own)))
      .map(({ ship }) => ship);
  }

  const bySlug = (all: readonly string[]) => {
    const keys = [...all, ...all.map(withoutMaker)].map(lettersOf);
    return keys.map((key) => slugged(key)).find((found) => found.length > 0) ?? [];
  };

  /** Of ships that fit alike, those that are still listed. */
  const preferred = (found: readonly CatalogueShip[]) => {
    const still = found.filter(({ isListed }) => isListed);
    return still.length > 0 ? still : found;
  };

  return {
    /** The ship that a name means, way after way until one finds exactly one. */
    find(name: string, ownSlugs: readonly string[]): Match {
      const ways: Record<MatchWay, () => readonly CatalogueShip[]> = {
        exact: () => byName(name),
        letters: () => lettered(lettersOf(name)),
        words: () => withWords(name),
        within: () => withinText(name),
        slug: () => bySlug(ownSlugs),
      };
      let several: { way: MatchWay; found: readonly CatalogueShip[] } | null = null;
      for (const way of Object.keys(ways) as MatchWay[]) {
        const found = preferred(ways[way]());
        const [only] = found;
        if (only && found.length === 1) return { shipId: only.id, way };
        if (found.length > 1) several ??= { way, found };
      }
      const candidates = several?.found.slice(0, MOST_CANDIDATES).map(({ id }) => id) ?? [];
      return { shipId: null, way: several?.way ?? null, candidates };
    },

    /** Whether a name that a row gives its ship is its owner's: no ship is called so, nor the row's own in fewer words. */
    isNickname: (called: string, name: string): boolean =>
      lettered(lettersOf(called)).length === 0 && !isWithin(wordsOf(called), wordsOf(name)),
  };
}
