import { DEFAULT_PRIORITY, type Role } from "../../../worker/features/members/roles/roles.schema.ts";
import type { Translate } from "../../lib/i18n/i18n.ts";
import { aboutOf } from "./names.ts";

/** What the form of a role begins with, a new one's for null. */
export const valuesOf = (t: Translate, role: Role | null) => ({
  name: role?.name ?? "",
  description: (role && aboutOf(t, role)) ?? "",
  priority: role?.priority ?? DEFAULT_PRIORITY,
  color: role?.color ?? "",
  permissions: (role?.permissions ?? []).toSorted(),
});

export type Values = ReturnType<typeof valuesOf>;
