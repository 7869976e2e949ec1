import { type Changes, type CostCase, lists, searches } from "../../../testing/costing.ts";
import { at, hoursFromNow, raw } from "../../../testing/database.ts";
import { manyUsers } from "../../../testing/world.ts";
import { answer, event, template } from "./events.factory.ts";

/** An event of ten users who go to forty others as well, all of them at one time. */
async function busy(startsAt: string, endsAt: string): Promise<number> {
  const id = await event();
  const users = await manyUsers(10);
  for (const userId of users) await answer(id, userId);
  await raw.DB.batch([
    raw.DB.prepare(
      `insert into events (organization_id, title, starts_at, ends_at, time_zone, status, created_at, updated_at)
       with recursive numbers as (select 1 as value union all select value + 1 from numbers where value < 40)
       select 1, 'Busy', ?1, ?2, 'UTC', 'planned', ?3, ?3 from numbers`,
    ).bind(startsAt, endsAt, at()),
    raw.DB.prepare(
      `insert into event_answers (organization_id, event_id, user_id, answer, place, is_seated, source, answered_at)
       select 1, events.id, value, 'going', 1, 1, 'self', ?1 from events, json_each(?2) where title = 'Busy'`,
    ).bind(at(), JSON.stringify(users)),
  ]);
  return id;
}

export const costs: CostCase[] = [
  ...lists("read", "events", "show=past&limit=20", "show=drafts&limit=20"),
  ...searches("events", "mine=1", "type=mission", "show=past&type=meeting"),
  {
    // More events at that time than are read, with the same attendees.
    route: "GET /api/events/:id/clashes (at a busy hour)",
    kind: "search",
    request: async () => {
      const startsAt = hoursFromNow(400);
      const id = await busy(startsAt, hoursFromNow(402));
      return { path: `/api/events/${id}/clashes?startsAt=${startsAt}&lengthMinutes=120` };
    },
  },
];

const added: Changes = { "a new event": () => event() };

export const polled: Record<string, Changes> = {
  "/api/events/1": added,
  "/api/event-templates/1": { "a new template": () => template("Convoy") },
};
