const same = (a: unknown, b: unknown) => (a === "" ? null : (a ?? null)) === (b === "" ? null : (b ?? null));

/**
 * Field by field, what another user changed since `base` (`theirs`) and what the edit wants or leaves (`yours`); a `clash` where
 * both changed it. A field that both gave the same value is no difference; no value and an empty text are the same.
 */
export function differences<Item, Field extends keyof Item>(
  fields: readonly Field[],
  base: Item,
  patch: Partial<Item>,
  current: Item,
) {
  return fields.flatMap((field) => {
    const isWanted = field in patch && !same(patch[field], base[field]);
    const yours = isWanted ? (patch[field] as Item[Field]) : base[field];
    const theirs = current[field];
    const isChanged = !same(base[field], theirs);
    if (same(yours, theirs) || (!isWanted && !isChanged)) return [];
    return [{ field, yours, theirs, clash: isWanted && isChanged }];
  });
}
