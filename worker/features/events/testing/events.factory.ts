import { at, hoursFromNow, insert } from "../../../testing/database.ts";

/** Inserts an event of organization 1 by column names and returns its id; it begins in two days unless `values` say else. */
export const event = (values: Record<string, unknown> = {}): Promise<number> =>
  insert("events", {
    ...{ organization_id: 1, title: "Convoy to Pyro", status: "planned", time_zone: "Europe/Copenhagen" },
    ...{ starts_at: hoursFromNow(48), ends_at: hoursFromNow(50) },
    ...{ created_at: at(), updated_at: at() },
    ...values,
  });

/** Inserts an answer to an event; it has a place unless `values` say else, and is counted nowhere. */
export const answer = (eventId: number, userId: number | null, values: Record<string, unknown> = {}) =>
  insert("event_answers", {
    ...{ organization_id: 1, event_id: eventId, user_id: userId, answer: "going", place: 1, is_seated: 1 },
    ...{ source: "self", answered_at: at() },
    ...values,
  });

/** What a request for a new event says. */
export const terms = (more: Record<string, unknown> = {}) => ({
  title: "Convoy to Pyro",
  description: "480 SCU of medical supplies.",
  startsAt: hoursFromNow(72),
  lengthMinutes: 180,
  timeZone: "Europe/Copenhagen",
  location: "Ruin Station",
  type: "mission",
  maxAttendees: 24,
  ...more,
});

/** A rule that repeats every week. */
export const weekly = (ends: object = { kind: "never" }) => ({ every: 1, unit: "week", ends });

/** Inserts a template of organization 1 and returns its id. */
export const template = (name: string): Promise<number> =>
  insert("event_templates", {
    ...{ organization_id: 1, name, terms: JSON.stringify({ title: "Convoy to Pyro", time: "20:30" }) },
    ...{ created_at: at(), updated_at: at() },
  });
