import confusables from "unhomoglyph/data.json" with { type: "json" };

/** Characters by what they look like, as confusables.txt of Unicode Technical Standard 39 has it (version 13). */
const LOOKS: Readonly<Record<string, string>> = confusables;

/** Letters that differ too little in most fonts: small i, capital i, l, 1 and |; the standard has all of them but small i. */
const SAME = /i/g;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

const simpler = (name: string): string =>
  [...name.normalize("NFKC").normalize("NFD").replace(INVISIBLE, "")]
    .map((character) => (Object.hasOwn(LOOKS, character) ? LOOKS[character] : character))
    .join("")
    .normalize("NFKD")
    .toLowerCase()
    .replace(SAME, "l")
    .trim();

/**
 * What a name looks like: names of one skeleton are easily taken for one another, such as `admin`, `ADM1N` and one with a
 * Cyrillic а. Not for showing.
 */
export function skeletonOf(name: string): string {
  let skeleton = name;
  for (let next = simpler(skeleton); next !== skeleton; next = simpler(skeleton)) skeleton = next;
  return skeleton;
}
