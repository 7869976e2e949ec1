import type { Feature } from "../../lib/feature.ts";
import { isOfUser, OURS, SECRET, WITH_USER } from "../../lib/table-rules.ts";
import { calendarRoutes } from "./calendar.routes.ts";
import { calendarAudit } from "./calendar.texts.ts";

export const calendarFeature = {
  routes: calendarRoutes,
  tables: {
    calendar_feeds: {
      guarded: {
        because: "an address that shows events without a session",
        rows: "added",
        columns: ["token_hash"],
      },
      backup: {
        leftOut: "Addresses that show a user's events are secrets; a backup brings no ended one back.",
      },
      personal: {
        isOf: isOfUser,
        columns: ["created_at"],
        without: { user_id: WITH_USER, organization_id: OURS, token_hash: SECRET },
      },
    },
  },
  audit: calendarAudit,
} satisfies Feature;
