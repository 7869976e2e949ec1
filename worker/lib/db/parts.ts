/** Most characters of one JSON parameter; even if each took three bytes it stays below D1's 2 MB. */
const PART_CHARACTERS = 500_000;

/** A list in parts that are each small enough, as JSON, for one parameter of a statement. */
export function inParts<Item>(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [];
  let room = 0;
  for (const item of items) {
    const size = JSON.stringify(item).length + 1;
    if (size > room) {
      parts.push([]);
      room = PART_CHARACTERS;
    }
    parts.at(-1)?.push(item);
    room -= size;
  }
  return parts;
}
