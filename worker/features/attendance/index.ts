import { sql } from "drizzle-orm";
import type { Feature } from "../../lib/feature.ts";
import { backedUp, COUNTER, isOfUser, OTHERS, OURS } from "../../lib/table-rules.ts";
import { attendanceRoutes } from "./attendance.routes.ts";
import { attendanceAudit, attendanceNotices, attendanceSentences } from "./attendance.texts.ts";
import { attendanceNeeds } from "./needs.ts";

export { type Present, presentOf, selectPresent } from "./crew.ts";
export { attendedBy } from "./statistics.ts";

export const attendanceFeature = {
  routes: attendanceRoutes,
  tables: {
    event_attendance: {
      backup: backedUp("members"),
      personal: {
        isOf: isOfUser,
        columns: [
          ...["event_id", "user_id", "answer", "minutes", "confirmed_at", "claim_minutes", "claim_note"],
          ...["claim_state", "claimed_at", "updated_at"],
        ],
        names: { event: sql`(select title from events where events.id = event_id)` },
        without: { organization_id: OURS, confirmed_by: OTHERS, version: COUNTER },
      },
    },
    event_reports: {
      backup: backedUp("members"),
      personal: { leftOut: "What happened at the organization's event." },
    },
    event_statistics: {
      backup: backedUp("members"),
      personal: {
        isOf: isOfUser,
        columns: ["user_id", "is_shared", "updated_at"],
        without: { organization_id: OURS },
      },
    },
  },
  audit: attendanceAudit,
  needs: attendanceNeeds,
  notices: attendanceNotices,
  sentences: attendanceSentences,
  topics: { events: [{ table: "event_statistics", on: ["insert", "update"] }] },
} satisfies Feature;
