import type { MatchWay } from "./imports.schema.ts";

/** A ship of the catalogue; its names and slug are compared. */
export type CatalogueShip = {
  id: number;
  name: string;
  nameFull: string;
  /** The maker's whole name; the ship's full name begins with its first word. */
  companyName: string;
  slug: string;
  isListed: boolean;
};

/** The one ship that a name means, or the several that it could mean. */
export type Match =
  | { shipId: number; way: MatchWay }
  | { shipId: null; way: MatchWay | null; candidates: number[] };

const MOST_CANDIDATES = 8;
/** Most ships with a word for which it is used to offer them. */
const MOST_NEAR = 24;

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** A name in lower case, its letters and digits only. */
export const lettersOf = (text: string): string => plain(text).replace(/[^\p{L}\p{N}]/gu, "");

const JOINERS = new Set(["w", "with"]);

/** Abbreviations of ships' names in lists. */
const SHORT = new Map([
  ["bis", "best in show"],
  ["exec", "executive"],
  ["exp", "expedition"],
  ["msr", "mercury star runner"],
  ["xp", "expedition"],
]);

const listOf = (words: string) => words.split(" ");

/** Makers in names of ships beyond the catalogue's: their codes, and further words of their whole names. */
const OF_MAKERS = listOf(
  "aegs anvl cnou concern crus drak espr gama grin industrial krig land mrai musashi orig souli starflight systems tmbl vncl xnaa",
);

/** Descriptions beside names by RSI: "Ursa Rover", "Idris-P Frigate", "Reliant Kore - Mini Hauler". */
const DESCRIPTIONS = new Set(
  listOf("base captured civilian frigate hauler lti mini news researcher rover skirmisher tank van warbond"),
);

/** Words for the use of variants: a name of these alone may be of any ship of the kind. */
const USES = new Set(
  listOf(
    "assault bomber cargo command force interceptor medic personnel rescue scout tractor transport utility",
  ),
);

/** The words of a text in their order. The mark of a line has one spelling (Mk2, Mark II), and a year is its own word (BIS2949). */
const inOrder = (text: string): string[] =>
  plain(text)
    .replaceAll("_", " ")
    .replace(/\bm(?:ar)?k[\s.-]*(?:(1|i)|2|ii)\b/g, (_, first) => (first ? "mk i" : "mk ii"))
    .replace(/\b([a-z]{2,})(29\d\d)\b/g, "$1 $2")
    // Distinguishes it from the Executive Edition.
    .replace(/\bpyam exec\b/g, "pyam")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The different words of a name, without conjunctions. */
const wordsOf = (text: string): string[] => [
  ...new Set(
    inOrder(text)
      .filter((word) => !JOINERS.has(word))
      .flatMap((word) => listOf(SHORT.get(word) ?? word)),
  ),
];

/** The words of a text in their order, with spaces around each. */
const phraseOf = (text: string) => ` ${inOrder(text).join(" ")} `;

/** Whether a name joins two things, such as "Carrack w/C8X". */
const joins = (text: string) => / (w|with) /.test(phraseOf(text));

/**
 * A name without its equipment, the words for the first of its line, which only lists write, and the class that the game has
 * within the names of its Ares.
 */
const ownPart = (text: string) =>
  phraseOf(text)
    .replace(/ (w|with) .*$/, " ")
    .replace(/ mk i /, " ")
    .replace(/ star fighter /, " ");

const isWithin = (some: readonly string[], all: readonly string[]) =>
  some.every((word) => all.includes(word));

/** A slug without the maker, its first part. */
const withoutMaker = (slug: string) => slug.replace(/^[^-_ ]+[-_ ]/, "");

/** Returns a function that finds ships by a key, from an index. */
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

/** Equal first letters from which two words count as similar: Explorer and Exploration. */
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
  const makers = new Set([
    ...OF_MAKERS,
    ...ships.flatMap((ship) =>
      wordsOf(`${ship.nameFull} ${ship.companyName}`).filter(
        (word) => word.length > 1 && !shortOf(ship).includes(word),
      ),
    ),
  ]);
  /** Whether a word does not distinguish ships of one line. */
  const isIdle = (word: string) => makers.has(word) || DESCRIPTIONS.has(word);

  /** How many words of a text are in a ship's short name. */
  const shared = (ship: CatalogueShip, all: readonly string[]) =>
    shortOf(ship).filter((word) => all.includes(word)).length;

  /** Sorts ships with most of the words first, then those with the shortest names. */
  const closest = (found: readonly CatalogueShip[], all: readonly string[]) =>
    [...new Set(found)].toSorted(
      (a, b) => shared(b, all) - shared(a, all) || shortOf(a).length - shortOf(b).length,
    );

  /** The ships of equal ones that are still listed, or all where none is. */
  const preferred = (found: readonly CatalogueShip[]) => {
    const still = found.filter(({ isListed }) => isListed);
    return still.length > 0 ? still : found;
  };

  /** Ships whose name has all words of `text`; only one, if it has no others. */
  function withWords(text: string): readonly CatalogueShip[] {
    // Other lists write the makers' whole names, and describe ships: Crusader Industries, Ursa Rover.
    const all = wordsOf(text).filter((word) => worded(word).length > 0 || !isIdle(word));
    const [first = "", ...others] = all;
    const found = others.reduce((left, word) => {
      const having = worded(word);
      return left.filter((ship) => having.includes(ship));
    }, worded(first));
    const same = preferred(found.filter((ship) => isWithin(shortOf(ship), all)));
    return same.length === 1 ? same : found;
  }

  /**
   * Ships whose whole name is in `text`. Fury does not match "Fury LX", which names another ship; but "Carrack with Pisces
   * Expedition" may be a Carrack as well as a Carrack Expedition. A ship with more of the words, such as a special edition, is
   * one of several candidates.
   */
  function withinText(text: string): readonly CatalogueShip[] {
    const all = wordsOf(text);
    const phrase = phraseOf(text);
    const near = new Set(all.flatMap((word) => worded(word)));
    const found = [...near].filter((ship) => shortOf(ship).length > 0 && isWithin(shortOf(ship), all));
    const unexplained = (ship: CatalogueShip) =>
      all.filter((word) => !shortOf(ship).includes(word) && !isIdle(word));
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
   * Whether a name with some of a ship's words means it: an edition needs all of them but "Edition", and more than a word for
   * its use.
   */
  const isMeant = (ship: CatalogueShip, name: string) => {
    const all = wordsOf(name);
    const left = shortOf(ship).filter((word) => !all.includes(word));
    return shortOf(ship).includes("edition")
      ? left.every((word) => word === "edition")
      : left.length === 0 || !all.every((word) => USES.has(word) || isIdle(word));
  };

  /**
   * Whether every word of a name belongs to a ship or its maker. With another word, such as of a paint or an edition, the name
   * may mean something else.
   */
  const isExplained = (ship: CatalogueShip, name: string) =>
    wordsOf(ownPart(name)).every((word) => shortOf(ship).includes(word) || isIdle(word));

  const matcher = {
    /** Whether a name equals a ship's, in any case and with any separators. */
    isOwnName: (name: string): boolean => lettered(lettersOf(name)).length > 0,

    /**
     * The ship of a name: the ways are tried in order until one finds exactly one. A ship whose name is only part of it is just
     * a candidate.
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
        if (found.length === 0) continue;
        const meant = way === "words" ? found.filter((ship) => isMeant(ship, name)) : found;
        const [only, another] = meant;
        if (only && !another && (way !== "within" || isExplained(only, name)))
          return { shipId: only.id, way };
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
     * The ship, or several, of a name together with the text beside it in its row, such as a paint or a variant; null where
     * that names no further ship of the same line.
     */
    edition(name: string, beside: string): Match | null {
      const own = wordsOf(name).filter((word) => !isIdle(word));
      const match = matcher.find(`${name} ${beside}`, []);
      const [first] = match.shipId === null ? match.candidates : [match.shipId];
      const words = wordsOf(ships.find(({ id }) => id === first)?.name ?? "");
      return own.length > 0 && words.length > own.length && isWithin(own, words) ? match : null;
    },

    /**
     * Listed ships for a name without a match, the most similar first: those whose own name begins with a word of it, else
     * those with its rarest word.
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
     * Whether a name that a row gives its ship is its owner's nickname. Some lists write the name of the ship or of its base
     * variant in the same field; a ship's name that shares no word with the row's is a nickname, too.
     */
    isNickname(called: string, name: string): boolean {
      const [own, row] = [wordsOf(called).filter((word) => !makers.has(word)), wordsOf(name)];
      if (isWithin(own, row) && own.length > 0) return false;
      return lettered(lettersOf(called)).length === 0 || !own.some((word) => row.includes(word));
    },
  };
  return matcher;
}
