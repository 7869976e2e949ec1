import { sql } from "drizzle-orm";
import type { Feature } from "../../lib/feature.ts";
import { LEAVING } from "../../lib/outgoing/channels.ts";
import { backedUp } from "../../lib/table-rules.ts";
import { announcementRoutes } from "./announcements.routes.ts";
import { postedMessages } from "./announcements.table.ts";
import { announcementAudit, announcementNotices } from "./announcements.texts.ts";
import { deliverToChannel } from "./deliver.ts";
import { deliverDirect } from "./direct.ts";
import { idAt } from "./messages.ts";

export { announcementChannels } from "./announcements.table.ts";
export { markOf, withDoubt } from "./draw.ts";
export { kindsOf as announcedKinds, selectChannels as selectAnnouncementChannels } from "./settings.ts";

/** Days for which a card is updated. */
const FOLLOWED_DAYS = 90;

export const announcementsFeature = {
  routes: announcementRoutes,
  tables: {
    announcement_channels: {
      guarded: { because: "where people are named", rows: "both", columns: ["channel_id"] },
      backup: backedUp("settings"),
    },
    posted_messages: {
      backup: { leftOut: "Cards that stand in Discord; after restoring, new ones are posted." },
    },
  },
  channels: (features) => ({ discord: deliverToChannel(features), direct: deliverDirect }),
  daily: ({ db, now }) => [
    db
      .delete(postedMessages)
      .where(
        sql`cast(message_id as integer) < cast(${idAt(now.getTime() - FOLLOWED_DAYS * 86_400_000)} as integer)`,
      ),
  ],
  audit: announcementAudit,
  notices: announcementNotices,
  topics: {
    announcements: [{ table: "announcement_channels", on: ["insert", "update", "delete"] }],
    [LEAVING]: [{ table: "announcement_channels", on: ["insert"] }],
  },
} satisfies Feature;
