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
  "user.deleted": {
    audience: "admin",
    en: "{actor} deleted the user {subject}",
    da: "{actor} slettede brugeren {subject}",
  },
  "user.signed_in": { audience: "private", en: "{actor} signed in", da: "{actor} loggede ind" },
});
