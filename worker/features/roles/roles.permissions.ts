import type { Permissions } from "../../lib/permissions.ts";

export const rolePermissions: Permissions = {
  "admin.users": {
    category: "Admin",
    heldBy: [],
    en: ["Manage users", "Opens the administration; adds users, and makes and changes roles."],
    da: ["Administrere brugere", "Åbner administrationen; tilføjer brugere og opretter og ændrer roller."],
  },
  "admin.permissions": {
    category: "Admin",
    heldBy: [],
    en: ["Manage permissions", "Makes, changes and deletes permissions of the organization's own."],
    da: ["Administrere rettigheder", "Opretter, ændrer og sletter organisationens egne rettigheder."],
  },
};
