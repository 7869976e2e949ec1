import { type AddressOf, idOr, oneOf, text } from "../../lib/address.ts";

/** Longest text that roles and permissions are searched for. */
export const SEARCH_LENGTH = 64;

/** What the address says of the roles' tab. */
export const rolesShape = {
  q: text(SEARCH_LENGTH),
  /** The role that is open, or the form for a new one. */
  role: idOr(["new"]),
};
export type RolesAddress = AddressOf<typeof rolesShape>;

export const PERMISSION_VIEWS = ["list", "routes"] as const;

/** What the address says of the permissions' tab. */
export const permissionsShape = {
  q: text(SEARCH_LENGTH),
  view: oneOf(PERMISSION_VIEWS, "list"),
  /** The permission whose holders are shown. */
  permission: text(64),
};
