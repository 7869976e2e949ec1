import { sql } from "drizzle-orm";
import { hoursFrom } from "../../lib/db/columns.ts";
import { type Details, NEED_LIMIT, type Need, type NeedContext } from "../../lib/needs.ts";
import { newestNotices } from "../../lib/notify.ts";
import { eventAnswers, events, isPublished, LENGTH, positionAt, visibleTo } from "../events/index.ts";
import { users } from "../users/index.ts";
import { CHANGE_DAYS } from "./attendance.schema.ts";
import { eventAttendance } from "./attendance.table.ts";

/** SQL: when an event of a row ended at the earliest whose attendance can still change. */
const openSince = ({ now }: NeedContext) => hoursFrom(now, -24 * CHANGE_DAYS);

const closesAt = sql`strftime('%Y-%m-%dT%H:%M:%fZ', ends_at, ${`${CHANGE_DAYS} days`})`;

const decision = (state: "approved" | "declined", en: string, da: string) =>
  ({
    label: { en, da },
    method: "PUT",
    path: "/api/events/{eventId}/claims/{userId}",
    body: () => ({ state }),
  }) as const;

const shared = { to: "events.read", opensMany: "/organization?tab=events&show=past" } as const;
const ATTENDANCE = "/organization/attendance?event={eventId}";

export const attendanceNeeds: readonly Need[] = [
  {
    ...shared,
    kind: "attendance.confirm",
    /** Events that the actor organizes or, for holders of events.write, that have no organizer. */
    select: (context) => {
      const { actor, now } = context;
      const at = now.toISOString();
      const since = openSince(context);
      const isAsked = actor.permissions.has("events.write")
        ? sql`coalesce(organizer_id, ${actor.userId}) = ${actor.userId}`
        : sql`organizer_id = ${actor.userId}`;
      const people = sql`(select count(*) from (select 1 from ${eventAnswers} a
        left join ${eventAttendance} t on t.event_id = a.event_id and t.user_id = a.user_id
        where a.event_id = e.id and a.answer = 'going' and a.is_seated = 1 and a.user_id is not null and t.answer is null
        limit ${NEED_LIMIT}))`;
      return sql`select json_object('eventId', id, 'title', title, 'people', people) as details, ends_at as since,
          ${closesAt} as due_at
        from (select id, title, ends_at, ${people} as people
          from (select * from ${events} where ${events.organizationId} = ${actor.organizationId} and ${isPublished}
              and position >= ${positionAt(hoursFrom(new Date(since), -LENGTH.most / 60))} and position < ${positionAt(at)}
            order by position desc limit ${NEED_LIMIT}) e
          where status = 'planned' and ends_at <= ${at} and ends_at > ${since} and ${isAsked})
        where people > 0 order by ends_at`;
    },
    one: {
      en: "Say who was at {title}: {people|person is|people are} not confirmed.",
      da: "Sig, hvem der var med til {title}: {people|person|personer} mangler.",
    },
    many: {
      en: "{count|event of yours is|events of yours are} over: say who was there",
      da: "{count|af dine begivenheder|af dine begivenheder} er slut: sig, hvem der var med",
    },
    first: { en: "First {title}", da: "Først {title}" },
    opens: ATTENDANCE,
    openLabel: { en: "Confirm attendance", da: "Bekræft fremmøde" },
  },
  {
    ...shared,
    kind: "attendance.claim",
    /** Asks the organizer, and about their own claim or without one all holders of events.write. */
    select: ({ actor }) => {
      const { userId } = actor;
      const isAsked = actor.permissions.has("events.write")
        ? sql`coalesce(nullif(e.organizer_id, t.user_id), ${userId}) = ${userId}`
        : sql`e.organizer_id = ${userId}`;
      return sql`select json_object('eventId', e.id, 'userId', t.user_id, 'title', e.title, 'name', u.display_name,
          'minutes', t.claim_minutes) as details, t.claimed_at as since, null as due_at
        from (select * from ${eventAttendance} where organization_id = ${actor.organizationId} and claim_state = 'open'
            order by event_id desc limit ${NEED_LIMIT}) t
          cross join ${events} e on e.id = t.event_id and e.status <> 'draft'
          cross join ${users} u on u.id = t.user_id
        where t.user_id <> ${userId} and ${isAsked} order by t.claimed_at`;
    },
    one: {
      en: "{name} says they were at {title} for {minutes|minute|minutes}.",
      da: "{name} siger, at de var med til {title} i {minutes|minut|minutter}.",
    },
    many: {
      en: "{count|person says|people say} they were at events of yours",
      da: "{count|person|personer} siger, at de var med til dine begivenheder",
    },
    first: { en: "First {name} at {title}", da: "Først {name} til {title}" },
    opens: ATTENDANCE,
    acts: [decision("approved", "Approve", "Godkend"), decision("declined", "Decline", "Afvis")],
  },
  {
    ...shared,
    kind: "attendance.noted",
    /** Until the actor has seen the notice, or has answered by a claim: who agrees has nothing to do. */
    select: (context) => {
      const { actor, now } = context;
      const { organizationId, userId } = actor;
      return sql`select json_object('eventId', events.id, 'title', events.title, 'minutes', t.minutes,
          'length', cast(round((julianday(events.ends_at) - julianday(events.starts_at)) * 1440) as integer)) as details,
          t.confirmed_at as since, ${closesAt} as due_at
        from (select distinct details ->> 'eventId' as event_id from (${newestNotices(organizationId, userId)})
            where kind = 'event.attendance_noted' and id > (select notices_read_to from ${users} where id = ${userId})) n
          cross join ${events} on events.id = n.event_id
          cross join ${eventAttendance} t on t.event_id = events.id and t.user_id = ${userId}
        where t.answer <> 'yes' and t.claim_state is null and events.status = 'planned'
          and events.ends_at <= ${now.toISOString()} and events.ends_at > ${openSince(context)} and ${visibleTo(actor)}
        order by events.ends_at`;
    },
    one: {
      en: "You are noted with {minutes} of {length|minute|minutes} at {title}.",
      da: "Du er noteret med {minutes} af {length|minut|minutter} til {title}.",
    },
    many: {
      en: "{count|event notes|events note} you as away for a part or all of it",
      da: "{count|begivenhed har|begivenheder har} noteret, at du ikke var med hele tiden",
    },
    first: { en: "First {title}", da: "Først {title}" },
    opens: ATTENDANCE,
    acts: [
      {
        label: { en: "I was there", da: "Jeg var med" },
        method: "POST",
        path: "/api/events/{eventId}/claim",
        body: ({ length }: Details) => ({ minutes: length }),
      },
    ],
  },
];
