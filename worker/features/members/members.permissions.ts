import { EVERY_TEAM, type Permissions } from "../../lib/permissions.ts";

export const memberPermissions: Permissions = {
  "members.read": {
    category: "Members",
    heldBy: EVERY_TEAM,
    en: ["Read members", "Opens the list of members and their profiles."],
    da: ["Se medlemmer", "Åbner listen over medlemmer og deres profiler."],
  },
  "members.write": {
    category: "Members",
    heldBy: ["officer"],
    en: ["Write members", "Gives members below oneself another role or status, and ends their sessions."],
    da: [
      "Redigere medlemmer",
      "Giver medlemmer under en selv en anden rolle eller status og afslutter sessioner.",
    ],
  },
};
