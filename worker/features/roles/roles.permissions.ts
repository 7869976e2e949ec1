import { EVERY_ROLE, type Permissions } from "../../lib/permissions.ts";

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
  // Roles can hold these already; their area is still to come.
  "events.read": {
    category: "Organization",
    heldBy: EVERY_ROLE,
    en: ["Read events", "Sees the events of the organization."],
    da: ["Se begivenheder", "Ser organisationens begivenheder."],
  },
  "events.write": {
    category: "Organization",
    heldBy: ["officer"],
    en: ["Write events", "Plans events and answers wishes."],
    da: ["Redigere begivenheder", "Planlægger begivenheder og besvarer ønsker."],
  },
};
