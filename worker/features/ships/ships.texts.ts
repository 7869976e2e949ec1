import { defineAudit, readBy } from "../../lib/audit.ts";
import { defineNotices } from "../../lib/notify.ts";

export const shipAudit = defineAudit({
  "ships.synced": readBy("everyone")(
    "{actor} synced {total|ship|ships}: {added} new, {updated} changed, {removed} no longer listed",
    "{actor} synkroniserede {total|skib|skibe} (nye: {added}, ændrede: {updated}, ikke længere på listen: {removed})",
  ),
  "ships.sync_failed": readBy("admin.users")(
    "{actor}: the ship sync failed",
    "{actor}: synkroniseringen af skibe mislykkedes",
  ),
  "ships.sync_held": readBy("admin.users")(
    "{actor}: UEX no longer lists {missing} of our ships, which waits for an administrator",
    "{actor}: {missing} af vores skibe mangler på UEX' liste, hvilket kræver en administrators godkendelse",
  ),
  "ships.loss_accepted": readBy("everyone")(
    "{actor} accepted that UEX no longer lists {removed|ship|ships}: {ships}",
    "{actor} godkendte, at {removed|skib|skibe} ikke længere er på UEX' liste: {ships}",
  ),
});

const GROUP = { en: "Ships", da: "Skibe" };

export const shipNotices = defineNotices(GROUP, {
  "ships.shrunk": {
    title: { en: "Ships that UEX no longer lists", da: "Skibe, der mangler på UEX' liste" },
    to: "admin.system",
    opens: { page: "/admin?tab=api", needs: "admin.users" },
    isOfNeed: true,
    en: "UEX no longer lists {missing} of our ships. Look at which they are, and accept it if it is right.",
    da: "{missing} af vores skibe mangler på UEX' liste. Se hvilke, og godkend det, hvis det passer.",
    mail: {
      en: { subject: "UEX no longer lists {missing} of our ships" },
      da: { subject: "{missing} af vores skibe mangler på UEX' liste" },
    },
  },
});
