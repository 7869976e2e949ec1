import { defineAudit, readBy } from "../../lib/audit.ts";
import { YOUR_ACCOUNT } from "../../lib/notice-text.ts";
import { defineNotices } from "../../lib/notify.ts";

const forAdmins = readBy("admin.users");

export const memberAudit = defineAudit(
  {
    "member.joined": readBy("everyone")("{subject} became a member", "{subject} blev medlem"),
    "member.role": forAdmins(
      "{actor} changed the role of {subject} from {fromRole} to {toRole}",
      "{actor} ændrede rollen for {subject} fra {fromRole} til {toRole}",
    ),
    "member.activated": forAdmins("{actor} made {subject} active", "{actor} gjorde {subject} aktiv"),
    "member.deactivated": forAdmins("{actor} made {subject} inactive", "{actor} gjorde {subject} inaktiv"),
    "member.password_link": forAdmins(
      "{actor} made a password link for {subject}",
      "{actor} lavede et link til adgangskode for {subject}",
    ),
    "member.password_ended": forAdmins(
      "{actor} ended the password and the sessions of {subject}",
      "{actor} afsluttede adgangskoden og sessionerne for {subject}",
    ),
    "member.sessions_ended": forAdmins(
      "{actor} ended the sessions of {subject}",
      "{actor} afsluttede sessionerne for {subject}",
    ),
    "user.sessions_ended_by": forAdmins(
      "{actor} ended the sessions of {subject}",
      "{actor} afsluttede sessionerne for {subject}",
    ),
  },
  {
    fields: {
      Role: { en: "Role", da: "Rolle", none: { en: "no role", da: "ingen rolle" } },
    },
  },
);

export const memberNotices = defineNotices(YOUR_ACCOUNT, {
  "member.sessions_ended": {
    title: { en: "Your sessions are ended", da: "Dine sessioner er afsluttet" },
    isSafety: true,
    opens: { page: "/account/security" },
    en: "{by} ended all your sessions, on every device.",
    da: "{by} afsluttede alle dine sessioner, på alle enheder.",
  },
  "member.password_link": {
    title: { en: "A link to choose a new password", da: "Et link til at vælge en ny adgangskode" },
    isSafety: true,
    opens: { page: "/account/security" },
    en: "{by} made a link with which you choose a new password. If you did not ask for it, tell another administrator.",
    da: "{by} lavede et link, som du vælger en ny adgangskode med. Har du ikke bedt om det, så sig det til en anden administrator.",
  },
  "member.role": {
    title: { en: "Your role changes", da: "Din rolle ændres" },
    onBell: false,
    opens: { page: "/account" },
    en: "{by} gave you the role {role}.",
    da: "{by} gav dig rollen {role}.",
    mail: { en: { subject: "Your role is now {role}" }, da: { subject: "Din rolle er nu {role}" } },
  },
  "member.activated": {
    title: { en: "You are active again", da: "Du er aktiv igen" },
    onBell: false,
    opens: { page: "/account" },
    en: "{by} made you active. You can sign in again.",
    da: "{by} gjorde dig aktiv. Du kan logge ind igen.",
    mail: { en: { subject: "You are active again" }, da: { subject: "Du er aktiv igen" } },
  },
  "member.deactivated": {
    title: { en: "You are now inactive", da: "Du er nu inaktiv" },
    onBell: false,
    opens: { page: "/account" },
    en: "{by} made you inactive. Your sessions have ended; ask an administrator if this is a mistake.",
    da: "{by} gjorde dig inaktiv. Dine sessioner er afsluttet; spørg en administrator, hvis det er en fejl.",
    mail: { en: { subject: "You are now inactive" }, da: { subject: "Du er nu inaktiv" } },
  },
});
