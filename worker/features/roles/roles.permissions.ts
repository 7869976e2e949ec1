import type { Permissions } from "../../lib/permissions.ts";

export const rolePermissions: Permissions = {
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
