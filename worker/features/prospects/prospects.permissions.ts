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
    en: ["Assign prospects", "Assigns prospects that nobody or oneself is assigned to."],
    da: [
      "Tildele kandidater",
      "Gør et medlem ansvarligt for kandidater, som ingen eller en selv er ansvarlig for.",
    ],
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
    en: ["Reassign", "Assigns prospects of other members, and hands all the work of a member over."],
    da: ["Omfordele", "Gør en anden ansvarlig for andres kandidater og overdrager alt et medlems arbejde."],
  },
};
