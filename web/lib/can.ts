import type { Permission } from "../../worker/lib/permissions.schema.ts";

/** The permissions that a page or control needs: one, any of several, all of several, or undefined for none. */
export type Need = Permission | { any: readonly Permission[] } | { all: readonly Permission[] } | undefined;

/** The permissions that a need asks for together. @throws TypeError where it asks for any of several */
export function allOf(need: Need): readonly Permission[] {
  if (need === undefined) return [];
  if (typeof need === "string") return [need];
  if ("all" in need) return need.all;
  throw new TypeError("any of several is not all of several");
}

export function can(permissions: readonly string[], need: Need): boolean {
  if (need === undefined) return true;
  if (typeof need === "string") return permissions.includes(need);
  if ("any" in need) return need.any.some((permission) => permissions.includes(permission));
  return need.all.every((permission) => permissions.includes(permission));
}
