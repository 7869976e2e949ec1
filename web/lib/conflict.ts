/** A field in which two versions of a record differ. */
export type FieldDifference<Item, Field extends keyof Item = keyof Item> = {
  field: Field;
  /** What the edit wants, or what it leaves as it was. */
  yours: Item[Field];
  theirs: Item[Field];
  /** Both changed it, to different values: only one can stay. */
  clash: boolean;
};

const same = (a: unknown, b: unknown) => (a === "" ? null : (a ?? null)) === (b === "" ? null : (b ?? null));

/**
 * Field by field, what another user changed since `base` and what the edit wants of its own. A field that both gave the
 * same value is no difference; no value and an empty text are the same.
 */
export function differences<Item, Field extends keyof Item>(
  fields: readonly Field[],
  base: Item,
  patch: Partial<Item>,
  current: Item,
): FieldDifference<Item, Field>[] {
  return fields.flatMap((field) => {
    const isWanted = field in patch && !same(patch[field], base[field]);
    const yours = isWanted ? (patch[field] as Item[Field]) : base[field];
    const theirs = current[field];
    const isChanged = !same(base[field], theirs);
    if (same(yours, theirs) || (!isWanted && !isChanged)) return [];
    return [{ field, yours, theirs, clash: isWanted && isChanged }];
  });
}
