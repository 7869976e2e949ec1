import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";

/** Fields that people edit, in the order they are shown. */
export const EDITED_FIELDS = ["status", "assignedTo", "deadline", "notes"] as const;
export type EditedField = (typeof EDITED_FIELDS)[number];
/** What one edit wants to change. */
export type Patch = Partial<Pick<Prospect, EditedField>>;

export type FieldDifference<Field extends EditedField = EditedField> = {
  field: Field;
  /** As it stood when the edit began. */
  before: Prospect[Field];
  /** What the edit wants, or what it leaves as it stood. */
  yours: Prospect[Field];
  theirs: Prospect[Field];
  /** Both changed it, to different values: only one can stay. */
  clash: boolean;
};

const same = (a: unknown, b: unknown) =>
  (a ?? null) === (b ?? null) || (a === "" && b === null) || (a === null && b === "");

/**
 * Field by field, what somebody else changed since `base` and what the edit wants of its own. A field that both
 * gave the same value is no difference.
 */
export function differences(base: Prospect, patch: Patch, current: Prospect): FieldDifference[] {
  return EDITED_FIELDS.flatMap((field) => {
    const wants = field in patch && !same(patch[field], base[field]);
    const yours = wants ? (patch[field] as Prospect[EditedField]) : base[field];
    const theirs = current[field];
    const changed = !same(base[field], theirs);
    if (same(yours, theirs) || (!wants && !changed)) return [];
    return [{ field, before: base[field], yours, theirs, clash: wants && changed }];
  });
}

/** Whether the edit would overwrite what somebody else wrote. */
export function clashes(base: Prospect, patch: Patch, current: Prospect): boolean {
  return differences(base, patch, current).some((difference) => difference.clash);
}
