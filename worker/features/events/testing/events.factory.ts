import { at, hoursFromNow, insert, raw } from "../../../testing/database.ts";
import { AHEAD } from "../events.schema.ts";

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

export const everyDay = ["mo", "tu", "we", "th", "fr", "sa", "su"];

/** Makes an event the first of AHEAD weekly dates, and has some users answer each of them; the first has the one place. */
export async function fillSeries(first: number, userIds: readonly number[]): Promise<void> {
  const series = await insert("event_series", {
    ...{ organization_id: 1, rule: JSON.stringify(weekly()), time_zone: "UTC", start: "2026-01-05T20:00" },
    ...{ length_minutes: 120, template: "{}", created_at: at() },
  });
  const run = (sql: string, ...values: unknown[]) =>
    raw.DB.prepare(sql)
      .bind(...values)
      .run();
  const wall = "strftime('%Y-%m-%dT%H:%M', starts_at";
  await run(
    `update events set series_id = ?, occurrence = ${wall}), max_attendees = 1 where id = ?`,
    series,
    first,
  );
  const numbers = JSON.stringify(Array.from({ length: AHEAD - 1 }, (_, week) => week + 1));
  await run(
    `insert into events (organization_id, series_id, occurrence, title, starts_at, ends_at, time_zone, status, organizer_id,
       created_by, max_attendees, created_at, updated_at)
     select organization_id, series_id, ${wall}, (7 * value) || ' days'), title,
       strftime('%Y-%m-%dT%H:%M:%fZ', starts_at, (7 * value) || ' days'),
       strftime('%Y-%m-%dT%H:%M:%fZ', ends_at, (7 * value) || ' days'), time_zone, status, organizer_id, created_by, 1,
       created_at, updated_at
     from events, json_each(?) where events.id = ?`,
    numbers,
    first,
  );
  await run(
    `insert into event_answers (organization_id, event_id, user_id, answer, place, is_seated, source, answered_at)
     select 1, events.id, value, 'going', key + 1, key = 0, 'self', ? from events, json_each(?) where series_id = ?`,
    at(),
    JSON.stringify(userIds),
    series,
  );
}

/** Ids of roles of organization 1, which are added as far as there are fewer. */
export async function manyRoles(count: number): Promise<number[]> {
  const numbers = JSON.stringify(Array.from({ length: count }, (_, number) => number));
  await raw.DB.prepare(
    `insert or ignore into roles (organization_id, name, permissions, priority, is_system, created_at, updated_at)
     select 1, 'Role ' || value, '["events.read"]', 5, 0, ?1, ?1 from json_each(?2)`,
  )
    .bind(at(), numbers)
    .run();
  const { results } = await raw.DB.prepare(
    "select id from roles where organization_id = 1 order by id limit ?",
  )
    .bind(count)
    .all<{ id: number }>();
  return results.map(({ id }) => id);
}

/** Inserts a template of organization 1 and returns its id. */
export const template = (name: string): Promise<number> =>
  insert("event_templates", {
    ...{ organization_id: 1, name, terms: JSON.stringify({ title: "Convoy to Pyro", time: "20:30" }) },
    ...{ created_at: at(), updated_at: at() },
  });
