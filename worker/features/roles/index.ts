import type { Feature } from "../../lib/feature.ts";
import type { Permissions } from "../../lib/permissions.ts";
import { backedUp } from "../../lib/table-rules.ts";
import { permissionTexts } from "./permissions.ts";
import { roleRoutes } from "./roles.routes.ts";
import { roleAudit, roleSentences } from "./roles.texts.ts";

export { grantableRoleId, guardGrantable, guardProofFor, roleName } from "./grant.ts";
export { isOfAdministration, permissionsOf, roleHolds } from "./held.ts";
export { HIGHEST_FIRST, planOrder } from "./order.ts";
export {
  type PermissionTexts,
  permissionTexts,
  selectCustomPermissions,
  toPermissions,
} from "./permissions.ts";
export { roleErrors } from "./roles.errors.ts";
export { mayGrant } from "./roles.policy.ts";
export { roleRecord } from "./roles.rows.ts";
export { role } from "./roles.schema.ts";
export { roles } from "./roles.table.ts";

const rolePermissions: Permissions = {
  "admin.users": {
    category: "Admin",
    heldBy: [],
    en: [
      "Manage users",
      "Opens the administration; adds and deletes users, makes and changes roles, reads the security log.",
    ],
    da: [
      "Administrere brugere",
      "Åbner administrationen; tilføjer og sletter brugere, opretter og ændrer roller, læser sikkerhedsloggen.",
    ],
  },
  "admin.permissions": {
    category: "Admin",
    heldBy: [],
    en: ["Manage permissions", "Makes, changes and deletes permissions of the organization's own."],
    da: ["Administrere rettigheder", "Opretter, ændrer og sletter organisationens egne rettigheder."],
  },
};

export const rolesFeature = {
  routes: (features) => roleRoutes(permissionTexts(features)),
  tables: {
    roles: {
      backup: backedUp("members"),
      guarded: { because: "what its holders may do", rows: "both", columns: ["permissions", "priority"] },
    },
    custom_permissions: {
      backup: backedUp("members"),
      guarded: { because: "what roles can hold", rows: "both", columns: ["name", "description", "category"] },
    },
  },
  permissions: rolePermissions,
  audit: roleAudit,
  sentences: roleSentences,
  topics: {
    // Lists of members show the names and colours of their roles.
    members: [{ table: "roles", on: ["insert", "update", "delete"] }],
    permissions: [{ table: "custom_permissions", on: ["insert", "update", "delete"] }],
  },
} satisfies Feature;
