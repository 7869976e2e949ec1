import { sql } from "drizzle-orm";
import { personalColumns } from "../../lib/fields.ts";
import { backedUp, COUNTER, isOfUser, OTHERS, OURS, type Tables } from "../../lib/table-rules.ts";
import { eventFields, ORGANIZATIONS } from "./events.fields.ts";

export const eventTables: Tables = {
  event_series: {
    backup: backedUp("members"),
    personal: { leftOut: ORGANIZATIONS },
  },
  events: {
    backup: backedUp("members"),
    personal: {
      isOf: ({ userId }) => sql`${userId} in (organizer_id, created_by)`,
      columns: [
        "id",
        ...personalColumns(eventFields).columns,
        ...["status", "cancel_reason", "created_at", "updated_at"],
      ],
      without: {
        ...personalColumns(eventFields).without,
        organization_id: OURS,
        created_by: OTHERS,
        cancelled_by: OTHERS,
        series_id: ORGANIZATIONS,
        occurrence: ORGANIZATIONS,
        start_told: ORGANIZATIONS,
        attendees: "Counts others' answers.",
        waiting: "Counts others' answers.",
        maybe: "Counts others' answers.",
        sequence: COUNTER,
        version: COUNTER,
      },
    },
  },
  event_answers: {
    backup: backedUp("members"),
    personal: {
      isOf: isOfUser,
      columns: [
        "id",
        "event_id",
        "user_id",
        "answer",
        "slot_id",
        "is_seated",
        "wanted_slot_id",
        "source",
        "answered_at",
      ],
      names: { event: sql`(select title from events where events.id = event_id)` },
      without: {
        organization_id: OURS,
        guest: OTHERS,
        place: "Orders your answer among others'.",
        wanted_place: "Orders your answer among others'.",
        added_by: OTHERS,
      },
    },
  },
  event_templates: {
    backup: backedUp("members"),
    personal: {
      isOf: ({ userId }) => sql`created_by = ${userId}`,
      columns: ["id", "name", "created_by", "created_at", "updated_at"],
      without: {
        organization_id: OURS,
        terms: "The organization's plan, which others change, too.",
        version: COUNTER,
      },
    },
  },
};
