import { defineAudit } from "../../lib/audit.ts";

export const personalDataAudit = defineAudit({
  "user.data_downloaded": {
    readers: "private",
    en: "{actor} downloaded their data",
    da: "{actor} hentede sine data",
  },
});
