import confusables from "unhomoglyph/data.json" with { type: "json" };

/** Characters with similar ones: confusables.txt of Unicode Technical Standard 39, version 13. */
const LOOKS: Readonly<Record<string, string>> = confusables;

/** Small i looks like capital i, l, 1 and | in most fonts; the standard has only the others. */
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

/** The skeleton of a name: names that look alike, such as `admin`, `ADM1N` and one with a Cyrillic а, have the same. */
export function skeletonOf(name: string): string {
  let skeleton = name;
  for (let next = simpler(skeleton); next !== skeleton; next = simpler(skeleton)) skeleton = next;
  return skeleton;
}
