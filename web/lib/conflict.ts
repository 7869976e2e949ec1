import { ApiError } from "./api.ts";

/** The newer record of an edit that was refused because it was based on an older one; else null. */
export const staleRecord = <Item>(error: unknown): Item | null =>
  error instanceof ApiError && error.code === "stale_version" ? (error.current as Item | null) : null;

const same = (a: unknown, b: unknown) => (a === "" ? null : (a ?? null)) === (b === "" ? null : (b ?? null));

/** The fields in which an edit of `base` (`yours`) and the saved record (`theirs`) differ; `clash` where both changed it. */
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
