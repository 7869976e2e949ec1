import { EVERY_TEAM, type Permissions } from "../../lib/permissions.ts";

export const prospectPermissions: Permissions = {
  "prospects.read": {
    category: "Prospects",
    heldBy: EVERY_TEAM,
    en: ["Read prospects", "Opens the pipeline with the prospects assigned to oneself."],
    da: ["Se kandidater", "Åbner rekrutteringen med de kandidater, man selv er ansvarlig for."],
  },
  "prospects.read_all": {
    category: "Prospects",
    heldBy: ["officer", "crm_manager", "recruiter", "member"],
    en: ["Read all prospects", "Sees every prospect at every stage, whoever is responsible."],
    da: ["Se alle kandidater", "Ser alle kandidater på alle trin, uanset hvem der er ansvarlig."],
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
    en: ["Assign prospects", "Makes a member responsible for a prospect."],
    da: ["Tildele kandidater", "Gør et medlem ansvarligt for en kandidat."],
  },
  "crm.team_overview": {
    category: "CRM",
    heldBy: ["officer", "crm_manager", "recruiter"],
    en: ["Team overview", "Sees what everybody in recruitment is working on."],
    da: ["Teamoverblik", "Ser, hvad alle i rekrutteringen arbejder på."],
  },
  "crm.assign": {
    category: "CRM",
    heldBy: ["officer", "crm_manager"],
    en: ["Reassign", "Hands the work of one member over to another."],
    da: ["Omfordele", "Overdrager et medlems arbejde til et andet."],
  },
};
