/** Which of two edits of one record changed a field: the reader's, the other user's, both, or both alike. */
type ChangedBy = "you" | "them" | "both" | "alike";

/** A field that an edit (`yours`) or the saved record (`theirs`) changed; a side that did not has the value `before`. */
type Difference<Item, Field extends keyof Item> = {
  field: Field;
  by: ChangedBy;
  before: Item[Field];
  yours: Item[Field];
  theirs: Item[Field];
};

/**
 * The fields that an edit of `base` or another user's edit of it changed. Values are compared by what they hold: lists and
 * objects by `textOf`, their JSON without one; an empty text is no value.
 */
export function differences<Item, Field extends keyof Item>(
  fields: readonly Field[],
  base: Item,
  patch: Partial<Item>,
  current: Item,
  textOf: (field: Field, value: Item[Field]) => unknown = (_, value) => JSON.stringify(value),
): Difference<Item, Field>[] {
  return fields.flatMap((field) => {
    const before = base[field];
    const yours = field in patch ? (patch[field] as Item[Field]) : before;
    const theirs = current[field];
    const plain = (value: Item[Field]) =>
      typeof value === "object" && value !== null
        ? textOf(field, value)
        : value === ""
          ? null
          : (value ?? null);
    const same = (a: Item[Field], b: Item[Field]) => plain(a) === plain(b);
    const you = !same(yours, before);
    const they = !same(theirs, before);
    if (!you && !they) return [];
    const by = you && they ? (same(yours, theirs) ? "alike" : "both") : you ? "you" : "them";
    return [{ field, by, before, yours, theirs }];
  });
}
