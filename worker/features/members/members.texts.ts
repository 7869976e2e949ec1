import { defineAudit } from "../../lib/audit.ts";

export const memberAudit = defineAudit({
  "member.joined": { audience: "everyone", en: "{subject} became a member", da: "{subject} blev medlem" },
  "member.role": {
    audience: "admin",
    en: "{actor} changed the role of {subject} from {fromRole} to {toRole}",
    da: "{actor} ændrede rollen for {subject} fra {fromRole} til {toRole}",
  },
});
