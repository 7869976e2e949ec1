import type { MatchWay } from "./imports.schema.ts";

/** A ship of the catalogue, of which names and slug are compared. */
export type CatalogueShip = {
  id: number;
  name: string;
  nameFull: string;
  /** The maker's whole name, of which the full name has the first word. */
  companyName: string;
  slug: string;
  isListed: boolean;
};

/** The one ship that a name means, or the several that it could mean. */
export type Match =
  | { shipId: number; way: MatchWay }
  | { shipId: null; way: MatchWay | null; candidates: number[] };

const MOST_CANDIDATES = 8;
/** A word that more ships have says too little to offer them. */
const MOST_NEAR = 24;

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** A name in lower case, its letters and digits only. */
export const lettersOf = (text: string): string => plain(text).replace(/[^\p{L}\p{N}]/gu, "");

const JOINERS = new Set(["w", "with"]);

/** What lists write short of a ship's name. */
const SHORT: Readonly<Record<string, string>> = { bis: "best in show" };

/** The different words of a name; those that only join others are left out. */
const wordsOf = (text: string): string[] => [
  ...new Set(
    (plain(text).match(/[\p{L}\p{N}]+/gu) ?? [])
      .filter((word) => !JOINERS.has(word))
      .flatMap((word) => (Object.hasOwn(SHORT, word) ? (SHORT[word] ?? "").split(" ") : word)),
  ),
];

/** The words of a text in their order, with spaces around each. */
const phraseOf = (text: string) =>
  ` ${
    plain(text)
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(" ") ?? ""
  } `;

/** Whether a name joins two things, such as "Carrack w/C8X". */
const joins = (text: string) => / (w|with) /.test(phraseOf(text));

/**
 * A name without what comes with the ship, the words for the first of its line, which lists alone write, and the class that the
 * game has within the names of its Ares.
 */
const ownPart = (text: string) =>
  phraseOf(text)
    .replace(/ (w|with) .*$/, " ")
    .replace(/ mk ?(i|1) /, " ")
    .replace(/ star fighter /, " ");

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

/** Letters that two words begin with alike, so that they count as similar: Explorer and Exploration. */
const SIMILAR = 5;
const isSimilar = (one: string, other: string) =>
  one.length >= SIMILAR && other.startsWith(one.slice(0, SIMILAR));

/** Finds ships of a catalogue by the names that other sites give them. The catalogue is indexed once. */
export function createMatcher(ships: readonly CatalogueShip[]) {
  const byName = indexBy(ships, ({ name, nameFull }) => [name, nameFull]);
  const lettered = indexBy(ships, ({ name, nameFull }) => [name, nameFull].map(lettersOf));
  const worded = indexBy(ships, ({ name, nameFull }) => [name, nameFull].flatMap(wordsOf));
  const slugged = indexBy(ships, ({ name, nameFull, slug }) => [name, nameFull, slug].map(lettersOf));
  /** The words of a ship's short name. */
  const shortWords = new Map(ships.map((ship) => [ship, wordsOf(ship.name)]));
  const shortOf = (ship: CatalogueShip) => shortWords.get(ship) ?? [];
  const makers = new Set(
    ships.flatMap((ship) =>
      wordsOf(`${ship.nameFull} ${ship.companyName}`).filter((word) => !shortOf(ship).includes(word)),
    ),
  );

  /** How many words of a text a ship's short name has. */
  const shared = (ship: CatalogueShip, all: readonly string[]) =>
    shortOf(ship).filter((word) => all.includes(word)).length;

  /** Ships with most of the words first, then those with the shortest names. */
  const closest = (found: readonly CatalogueShip[], all: readonly string[]) =>
    [...new Set(found)].toSorted(
      (a, b) => shared(b, all) - shared(a, all) || shortOf(a).length - shortOf(b).length,
    );

  /** Of ships that fit alike, those that are still listed. */
  const preferred = (found: readonly CatalogueShip[]) => {
    const still = found.filter(({ isListed }) => isListed);
    return still.length > 0 ? still : found;
  };

  /** Ships in whose name all words of `text` are; only one, if it has no others. */
  function withWords(text: string): readonly CatalogueShip[] {
    // Other lists have the makers' whole names: Crusader Industries.
    const all = wordsOf(text).filter((word) => worded(word).length > 0 || !makers.has(word));
    const [first = "", ...others] = all;
    const found = others.reduce((left, word) => {
      const having = worded(word);
      return left.filter((ship) => having.includes(ship));
    }, worded(first));
    const same = preferred(found.filter((ship) => isWithin(shortOf(ship), all)));
    return same.length === 1 ? same : found;
  }

  /**
   * Ships all of whose name is in `text`. Fury is none in "Fury LX", which names another ship; but "Carrack with Pisces
   * Expedition" may be a Carrack as well as a Carrack Expedition. A ship with more of the words, such as a special
   * edition, is one of several that it could be.
   */
  function withinText(text: string): readonly CatalogueShip[] {
    const all = wordsOf(text);
    const phrase = phraseOf(text);
    const near = new Set(all.flatMap((word) => worded(word)));
    const found = [...near].filter((ship) => shortOf(ship).length > 0 && isWithin(shortOf(ship), all));
    const unexplained = (ship: CatalogueShip) =>
      all.filter((word) => !shortOf(ship).includes(word) && !makers.has(word));
    const isNamed = (ship: CatalogueShip) =>
      phrase.includes(phraseOf(ship.name)) || unexplained(ship).length === 0;
    const isPartOf = (ship: CatalogueShip, other: CatalogueShip) =>
      shortOf(other).length > shortOf(ship).length &&
      isWithin(shortOf(ship), shortOf(other)) &&
      isNamed(other);
    const named = found.filter((ship) => !found.some((other) => isPartOf(ship, other)));
    const editions = named.flatMap((ship) => {
      const left = unexplained(ship);
      return [...near].filter(
        (other) =>
          isWithin(shortOf(ship), shortOf(other)) &&
          (shortOf(other).some((word) => left.includes(word)) ||
            (left.length > 0 && joins(text) && joins(other.name))),
      );
    });
    return closest([...named, ...editions], all);
  }

  const bySlug = (all: readonly string[]) => {
    const keys = [...all, ...all.map(withoutMaker)].map(lettersOf);
    return keys.map((key) => slugged(key)).find((found) => found.length > 0) ?? [];
  };

  /** Whether a ship has as many of the name's words as any of the others, so that a slug may decide between them. */
  const isClosest = (ship: CatalogueShip, others: readonly CatalogueShip[], name: string) => {
    const all = wordsOf(name);
    return others.every((other) => shared(other, all) <= shared(ship, all));
  };

  /**
   * Whether every word of a name belongs to a ship or its maker. With another word, such as the name of a paint or an edition, the
   * name may mean something else.
   */
  const isExplained = (ship: CatalogueShip, name: string) =>
    wordsOf(ownPart(name)).every((word) => shortOf(ship).includes(word) || makers.has(word));

  return {
    /**
     * The ship that a name means, way after way until one finds exactly one. A ship whose name is only part of it is a candidate
     * alone.
     */
    find(name: string, ownSlugs: readonly string[]): Match {
      const ways: Record<Exclude<MatchWay, "slug">, () => readonly CatalogueShip[]> = {
        exact: () => byName(name),
        letters: () => lettered(lettersOf(name)),
        words: () => withWords(name),
        within: () => withinText(name),
      };
      let several: { way: MatchWay; found: readonly CatalogueShip[] } | null = null;
      for (const way of Object.keys(ways) as (keyof typeof ways)[]) {
        const found = preferred(ways[way]());
        const [only, another] = found;
        if (!only) continue;
        if (!another && (way !== "within" || isExplained(only, name))) return { shipId: only.id, way };
        several = { way, found };
        break;
      }
      const [slug, another] = preferred(bySlug(ownSlugs));
      if (slug && !another && isClosest(slug, several?.found ?? [], name))
        return { shipId: slug.id, way: "slug" };
      const candidates = several?.found.slice(0, MOST_CANDIDATES).map(({ id }) => id) ?? [];
      return { shipId: null, way: several?.way ?? null, candidates };
    },

    /**
     * Listed ships that a name which fits none may mean, the most similar first: those whose own name begins with a word of it,
     * else those with its rarest word.
     */
    near(name: string): number[] {
      const all = wordsOf(name).filter((word) => word.length > 1);
      const begun = ships.filter((ship) => all.includes(shortOf(ship)[0] ?? ""));
      const rarestBy = (isAlike: (own: string, word: string) => boolean) => {
        const found = all.map((word) =>
          ships.filter((ship) => shortOf(ship).some((own) => isAlike(own, word))),
        );
        return found.filter(({ length }) => length > 0).toSorted((a, b) => a.length - b.length)[0];
      };
      const rarest = preferred(
        begun.length > 0 ? begun : (rarestBy((own, word) => own === word) ?? rarestBy(isSimilar) ?? []),
      );
      if (rarest.length > MOST_NEAR) return [];
      const alike = (ship: CatalogueShip) =>
        shortOf(ship).filter((own) => all.some((word) => word === own || isSimilar(own, word))).length;
      return closest(rarest, all)
        .toSorted((a, b) => alike(b) - alike(a))
        .slice(0, MOST_CANDIDATES)
        .map(({ id }) => id);
    },

    /**
     * Whether a name that a row gives its ship is its owner's. Some lists give the name of the ship or of its base variant
     * in the same field: a ship's name that has no word of the row's own is its owner's, too.
     */
    isNickname(called: string, name: string): boolean {
      const [own, row] = [wordsOf(called).filter((word) => !makers.has(word)), wordsOf(name)];
      if (isWithin(own, row) && own.length > 0) return false;
      return lettered(lettersOf(called)).length === 0 || !own.some((word) => row.includes(word));
    },
  };
}
