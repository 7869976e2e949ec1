import { EVERY_TEAM, type Permissions } from "../../lib/permissions.ts";

export const prospectPermissions: Permissions = {
  "prospects.read": {
    category: "Prospects",
    heldBy: EVERY_TEAM,
    en: ["Read prospects", "Opens the CRM with the prospects that one has or has added."],
    da: ["Se kandidater", "Åbner CRM med de kandidater, man selv er ansvarlig for eller har tilføjet."],
  },
  "prospects.read_all": {
    category: "Prospects",
    heldBy: ["officer", "crm_manager", "recruiter"],
    en: [
      "Read all prospects",
      "Together with Read prospects: sees every prospect at every stage, no matter who is assigned.",
    ],
    da: [
      "Se alle kandidater",
      "Sammen med Se kandidater: ser alle kandidater på alle trin, uanset hvem der er ansvarlig.",
    ],
  },
  "prospects.write": {
    category: "Prospects",
    heldBy: EVERY_TEAM,
    en: ["Write prospects", "Adds prospects, moves them on and keeps their notes and deadlines."],
    da: ["Redigere kandidater", "Tilføjer kandidater, flytter dem videre og fører noter og frister."],
  },
  "prospects.assign": {
    category: "Prospects",
    heldBy: ["officer", "crm_manager", "recruiter"],
    en: ["Assign prospects", "Assigns prospects to members."],
    da: ["Tildele kandidater", "Gør et medlem ansvarligt for en kandidat."],
  },
  "crm.team_overview": {
    category: "CRM",
    heldBy: ["officer", "crm_manager", "recruiter"],
    en: ["Team Overview", "Sees what everybody in the CRM is working on."],
    da: ["Teamoverblik", "Ser, hvad alle i CRM arbejder på."],
  },
  "crm.assign": {
    category: "CRM",
    heldBy: ["officer", "crm_manager"],
    en: ["Reassign", "Hands the work of one member over to another."],
    da: ["Omfordele", "Overdrager et medlems arbejde til et andet."],
  },
};
