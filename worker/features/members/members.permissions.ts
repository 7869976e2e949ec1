import { EVERY_TEAM, type Permissions } from "../../lib/permissions.ts";

export const memberPermissions: Permissions = {
  "members.read": {
    category: "Members",
    heldBy: EVERY_TEAM,
    en: ["Read members", "Opens the list of members, their profiles and time away, and the fleet."],
    da: ["Se medlemmer", "Åbner listen over medlemmer, deres profiler og fravær, og flåden."],
  },
  "members.write": {
    category: "Members",
    heldBy: ["officer"],
    en: [
      "Write members",
      "Gives members below oneself another role or status, ends their sessions and enters their time away.",
    ],
    da: [
      "Redigere medlemmer",
      "Giver medlemmer under en selv en anden rolle eller status, afslutter deres sessioner og registrerer deres fravær.",
    ],
  },
};
