import type { Feature } from "../../lib/feature.ts";

export { roles } from "./roles.table.ts";
export {
  dropDeadMappings,
  findGrantableRole,
  permissionsOf,
  type RoleMapping,
  rankOf,
  renameMappings,
  selectMappings,
  selectSystemRoles,
  toRoleMapping,
} from "./roles.ts";

export const rolesFeature = {
  // Lists of members show the names of their roles.
  topics: { members: [{ table: "roles", on: ["update"], of: ["name", "permissions", "priority"] }] },
} satisfies Feature;
