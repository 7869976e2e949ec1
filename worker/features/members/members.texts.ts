import { defineAudit } from "../../lib/audit.ts";
import { defineNotices } from "../../lib/notices.ts";
import type { Notice } from "../users/index.ts";
import type { MemberStatus } from "./members.schema.ts";

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
  "member.password_ended": {
    audience: "admin",
    en: "{actor} ended the password and the sessions of {subject}",
    da: "{actor} afsluttede adgangskoden og sessionerne for {subject}",
  },
  "member.sessions_ended": {
    audience: "admin",
    en: "{actor} ended the sessions of {subject}",
    da: "{actor} afsluttede sessionerne for {subject}",
  },
  "user.sessions_ended_by": {
    audience: "admin",
    en: "{actor} ended the sessions of {subject}",
    da: "{actor} afsluttede sessionerne for {subject}",
  },
});

export const memberNotices = defineNotices({
  "member.sessions_ended": {
    opens: "/account",
    en: "{by} ended all your sessions, on every device.",
    da: "{by} afsluttede alle dine sessioner, på alle enheder.",
  },
  "member.password_link": {
    opens: "/account",
    en: "{by} made a link with which you choose a new password. If you did not ask for it, tell another administrator.",
    da: "{by} lavede et link, som du vælger en ny adgangskode med. Har du ikke bedt om det, så sig det til en anden administrator.",
  },
});

/** The e-mail to a member whose role another person changed. */
export const roleNotice = (role: string, actor: string): Notice => ({
  en: { subject: `Your role is now ${role}`, text: `${actor} gave you the role ${role}.` },
  da: { subject: `Din rolle er nu ${role}`, text: `${actor} gav dig rollen ${role}.` },
});

/** The e-mail to a member who was made active or inactive by another user. */
export const statusNotice = (status: MemberStatus, actor: string): Notice =>
  status === "active"
    ? {
        en: { subject: "You are active again", text: `${actor} made you active. You can sign in again.` },
        da: { subject: "Du er aktiv igen", text: `${actor} gjorde dig aktiv. Du kan logge ind igen.` },
      }
    : {
        en: {
          subject: "You are now inactive",
          text: `${actor} made you inactive. Your sessions have ended; ask an administrator if this is a mistake.`,
        },
        da: {
          subject: "Du er nu inaktiv",
          text: `${actor} gjorde dig inaktiv. Dine sessioner er afsluttet; spørg en administrator, hvis det er en fejl.`,
        },
      };
