import { sql } from "drizzle-orm";
import { backedUp, COUNTER, isOfUser, OTHERS, OURS, type Tables } from "../../../lib/table-rules.ts";

export const attendanceTables: Tables = {
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
};
