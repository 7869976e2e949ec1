import { defineAudit } from "../../lib/audit.ts";

export const authAudit = defineAudit({
  "user.registered": {
    audience: "prospects",
    opens: "prospect",
    en: "{actor} created an account",
    da: "{actor} oprettede en konto",
  },
  "user.added": {
    audience: "admin",
    en: "{actor} added the user {subject}",
    da: "{actor} tilføjede brugeren {subject}",
  },
  "user.password_set": {
    audience: "admin",
    en: "{actor} chose a password by a link",
    da: "{actor} valgte en adgangskode via et link",
  },
  "user.password_changed": {
    audience: "private",
    en: "{actor} changed their password",
    da: "{actor} skiftede sin adgangskode",
  },
  "user.password_added": {
    audience: "private",
    en: "{actor} set a password",
    da: "{actor} valgte en adgangskode",
  },
  "user.discord_linked": {
    audience: "admin",
    en: "{actor} linked a Discord account",
    da: "{actor} tilknyttede en Discord-konto",
  },
  "user.discord_unlinked": {
    audience: "admin",
    en: "{actor} unlinked their Discord account",
    da: "{actor} fjernede sin Discord-konto",
  },
  "user.left": {
    audience: "admin",
    en: "{actor} deleted their account",
    da: "{actor} slettede sin konto",
  },
  "user.deleted": {
    audience: "admin",
    en: "{actor} deleted the user {subject}",
    da: "{actor} slettede brugeren {subject}",
  },
  "user.confirmed": {
    audience: "private",
    en: "{actor} confirmed who they are",
    da: "{actor} bekræftede, hvem vedkommende er",
  },
  "user.signed_in": { audience: "private", en: "{actor} signed in", da: "{actor} loggede ind" },
});
