import { sql } from "drizzle-orm";
import { hoursFrom } from "../../lib/db/columns.ts";
import type { Need } from "../../lib/needs.ts";
import { newestNotices } from "../../lib/notify.ts";
import { users } from "../users/index.ts";
import { isPublished, visibleTo } from "./events.policy.ts";
import { eventAnswers, events } from "./events.table.ts";
import { positionAt } from "./list.ts";

/** Hours before its start from which an event asks for an answer. */
const ASKED_HOURS = 72;

const shared = {
  to: "events.read",
  opens: "/organization?tab=events&event={id}",
  opensMany: "/organization?tab=events",
  first: { en: "First {title}", da: "Først {title}" },
} as const;

export const eventNeeds: readonly Need[] = [
  {
    ...shared,
    kind: "event.unanswered",
    /** Events of others that take an answer of the actor, who has never given one. */
    select: ({ actor, now }) => {
      const at = now.toISOString();
      return sql`select json_object('id', ${events.id}, 'title', ${events.title},
          'slots', json_array_length(${events.slots})) as details, ${events.createdAt} as since, ${events.startsAt} as due_at
        from ${events} where ${events.organizationId} = ${actor.organizationId} and ${isPublished}
          and ${events.position} >= ${positionAt(at)} and ${events.position} < ${positionAt(hoursFrom(now, ASKED_HOURS))}
          and +${events.status} = 'planned' and ${visibleTo(actor)} and ${events.organizerId} is not ${actor.userId}
          and strftime('%Y-%m-%dT%H:%M:%fZ', ${events.startsAt}, -${events.closesMinutes} || ' minutes') > ${at}
          and (${events.hasWaitingList} or coalesce(${events.attendees} < ${events.maxAttendees}, 1))
          and not exists (select 1 from ${eventAnswers} where ${eventAnswers.userId} = ${actor.userId}
            and ${eventAnswers.eventId} = ${events.id})
        order by ${events.position}`;
    },
    one: { en: "Are you coming to {title}?", da: "Kommer du til {title}?" },
    many: {
      en: "{count|event within three days waits|events within three days wait} for your answer",
      da: "{count|begivenhed|begivenheder} inden for tre dage venter på dit svar",
    },
    openLabel: ({ slots }) => (slots === 0 ? null : { en: "Choose a slot", da: "Vælg en rolle" }),
    acts: [
      {
        label: { en: "Join", da: "Deltag" },
        method: "POST",
        path: "/api/events/{id}/join",
        body: () => ({}),
        if: ({ slots }) => slots === 0,
      },
      {
        label: { en: "Can’t come", da: "Kan ikke komme" },
        method: "PUT",
        path: "/api/events/{id}/answer",
        body: () => ({ answer: "declined" }),
      },
    ],
  },
  {
    ...shared,
    kind: "event.moved",
    /** Until the actor has seen the notice of it. */
    select: ({ actor, now }) => {
      const { organizationId, userId } = actor;
      return sql`select json_object('id', ${events.id}, 'title', ${events.title}) as details, n.since, ${events.startsAt} as due_at
        from (select details ->> 'eventId' as event_id, max(created_at) as since from (${newestNotices(organizationId, userId)})
            where kind in ('event.moved_up', 'event.moved_over')
              and id > (select notices_read_to from ${users} where id = ${userId}) group by 1) n
          cross join ${events} on ${events.id} = n.event_id
          cross join ${eventAnswers} on ${eventAnswers.userId} = ${userId} and ${eventAnswers.eventId} = n.event_id
        where ${events.status} = 'planned' and ${events.startsAt} > ${now.toISOString()} and ${visibleTo(actor)}
          and ${eventAnswers.answer} = 'going' and ${eventAnswers.isSeated} = 1
        order by ${events.position}`;
    },
    one: {
      en: "You have the place in {title} that you waited for.",
      da: "Du har fået pladsen til {title}, som du ventede på.",
    },
    many: {
      en: "{count|event has|events have} a place for you that you waited for",
      da: "{count|begivenhed har|begivenheder har} en plads til dig, som du ventede på",
    },
  },
];
