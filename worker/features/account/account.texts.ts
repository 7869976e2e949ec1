import { defineAudit } from "../../lib/audit.ts";

export const accountAudit = defineAudit({
  "user.language": { audience: "private", en: "{actor} changed language", da: "{actor} skiftede sprog" },
});
