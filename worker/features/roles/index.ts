import type { Feature } from "../../lib/feature.ts";
import { roleRoutes } from "./roles.routes.ts";

export { roles } from "./roles.table.ts";
export {
  grantableRoleId,
  permissionsOf,
  rankOf,
  requireGrantable,
  roleName,
} from "./roles.ts";

export const rolesFeature = {
  routes: [roleRoutes],
  // Lists of members show the names and colours of their roles.
  topics: { members: [{ table: "roles", on: ["update"], of: ["name", "permissions", "priority", "color"] }] },
} satisfies Feature;
