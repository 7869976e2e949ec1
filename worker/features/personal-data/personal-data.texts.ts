import { defineAudit, readBy } from "../../lib/audit.ts";

export const personalDataAudit = defineAudit({
  "user.data_downloaded": readBy("private")("{actor} downloaded their data", "{actor} hentede sine data"),
});
