import { PERMISSION_CATEGORIES, type PermissionCategory } from "../../worker/lib/permissions.schema.ts";
import type { Language } from "../../worker/lib/wire.schema.ts";

/** Permissions by their categories, in order; categories without any are left out. */
export const byCategory = <Each extends { category: PermissionCategory }>(
  permissions: readonly Each[],
  language: Language,
) =>
  Object.entries(PERMISSION_CATEGORIES)
    .map(([category, { [language]: label }]) => ({
      category,
      label,
      items: permissions.filter((each) => each.category === category),
    }))
    .filter(({ items }) => items.length > 0);
