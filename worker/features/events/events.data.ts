import { sql } from "drizzle-orm";
import { backedUp, COUNTER, isOfUser, OTHERS, OURS, type Tables } from "../../lib/table-rules.ts";

const ORGANIZATIONS = "The organization's event; what you answered stands by itself.";

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
        ...["id", "title", "description", "type", "location", "starts_at", "ends_at", "time_zone", "status"],
        ...["max_attendees", "cancel_reason", "created_at", "updated_at"],
      ],
      without: {
        organization_id: OURS,
        organizer_id: OTHERS,
        created_by: OTHERS,
        cancelled_by: OTHERS,
        series_id: ORGANIZATIONS,
        occurrence: ORGANIZATIONS,
        audience: ORGANIZATIONS,
        slots: ORGANIZATIONS,
        has_waiting_list: ORGANIZATIONS,
        closes_minutes: ORGANIZATIONS,
        start_told: ORGANIZATIONS,
        is_mirrored: ORGANIZATIONS,
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
