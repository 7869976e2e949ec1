import { defineAudit } from "../../lib/audit.ts";

export const memberAudit = defineAudit({
  "member.joined": { audience: "everyone", en: "{subject} became a member", da: "{subject} blev medlem" },
  "member.role": {
    audience: "admin",
    en: "{actor} changed the role of {subject} from {fromRole} to {toRole}",
    da: "{actor} ændrede rollen for {subject} fra {fromRole} til {toRole}",
  },
  "member.activated": {
    audience: "admin",
    en: "{actor} made {subject} active",
    da: "{actor} gjorde {subject} aktiv",
  },
  "member.deactivated": {
    audience: "admin",
    en: "{actor} made {subject} inactive",
    da: "{actor} gjorde {subject} inaktiv",
  },
  "member.password_link": {
    audience: "admin",
    en: "{actor} made a password link for {subject}",
    da: "{actor} lavede et link til adgangskode for {subject}",
  },
  "member.sessions_ended": {
    audience: "admin",
    en: "{actor} ended the sessions of {subject}",
    da: "{actor} afsluttede sessionerne for {subject}",
  },
});
