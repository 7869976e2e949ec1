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
  "user.signed_in": { audience: "private", en: "{actor} signed in", da: "{actor} loggede ind" },
});
