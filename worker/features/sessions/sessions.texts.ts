import { defineAudit } from "../../lib/audit.ts";

export const sessionAudit = defineAudit({
  "user.signed_out": { audience: "private", en: "{actor} signed out", da: "{actor} loggede ud" },
  "user.sessions_ended": {
    audience: "private",
    en: "{actor} ended other sessions",
    da: "{actor} afsluttede andre sessioner",
  },
});
