import { type SQL, sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../lib/context.ts";
import { guard } from "../../lib/guard.ts";
import { record } from "../../lib/record.ts";
import { invalidField } from "../../lib/validation.ts";
import {
  type Event,
  type EventRow,
  eventAnswers,
  eventKind,
  isSeenBy,
  loggedOf,
  touchEvent,
} from "../events/index.ts";
import { members } from "../members/index.ts";
import { assertOwns, confirmRefusal } from "./attendance.policy.ts";
import type { ConfirmInput } from "./attendance.schema.ts";
import { eventAttendance } from "./attendance.table.ts";
import {
  attendanceAudit,
  attendanceErrors,
  attendanceNotices,
  attendanceSentences,
} from "./attendance.texts.ts";
import { minutesOf } from "./list.ts";

/** Records of events, none of whose columns attendance changes. */
export const attendedRecord = record({ ...eventKind, audit: attendanceAudit });
type Plan = NonNullable<Awaited<ReturnType<Parameters<typeof attendedRecord.edit>[3]>>>;
type Entry = Plan["audit"][number];

/** The audit entry about attendance. */
export const entryOf = (
  action: Entry["action"],
  row: Pick<EventRow, "id" | "title" | "audience">,
  details?: Entry["details"],
): Entry => ({ action, ...loggedOf(row, details) });

export const about = ({ id, title }: Pick<EventRow, "id" | "title">) => ({ eventId: id, title });

/** The answers of an input with their minutes. @throws AppError invalid_input */
function answersOf({ language }: MemberContext, row: EventRow, { people }: ConfirmInput) {
  const length = minutesOf(row);
  return people.map(({ userId, answer, minutes = { yes: length, no: 0, partly: null }[answer] }, at) => {
    const field = `people.${at}.minutes`;
    if (minutes === null) throw invalidField(field, language, attendanceSentences.event_minutes_partly);
    if (minutes > length) throw invalidField(field, language, attendanceSentences.event_minutes_long);
    return { userId, answer, minutes };
  });
}

/** The statement that reads the stored answers of these people. */
const selectNoted = ({ db }: MemberContext, eventId: number, { people }: ConfirmInput) =>
  db.all<{ userId: number; answer: string | null; minutes: number | null }>(sql`
    select user_id as userId, answer, minutes from ${eventAttendance} where event_id = ${eventId}
      and user_id in (select value from json_each(${JSON.stringify(people.map(({ userId }) => userId))}))`);

/** SQL query: the users with a place who are told that they missed a part or all of an event, unless that was stored before. */
const receiversOf = ({ actor }: MemberContext, eventId: number, people: string): SQL =>
  sql`select a.user_id as id from json_each(${people}) p
    cross join ${eventAnswers} a on a.user_id = p.value ->> 'userId' and a.event_id = ${eventId}
    left join ${eventAttendance} t on t.event_id = ${eventId} and t.user_id = a.user_id
    where p.value ->> 'answer' <> 'yes' and coalesce(t.answer, 'yes') = 'yes' and a.answer = 'going'
      and a.is_seated = 1 and a.user_id <> ${actor.userId} and ${isSeenBy(sql`a.user_id`, sql`${eventId}`)}`;

/**
 * Stores who attended an event, and for how long; answers can change until CHANGE_DAYS after its end. Equal answers change
 * nothing.
 * @throws AppError not_found, event_not_yours, event_not_begun, event_attendance_closed, invalid_input, event_claim_own for a
 * user who has an open claim of their own, and as `refusalOf` says
 */
export const confirmAttendance = (
  context: MemberContext,
  { id, ...input }: ById<ConfirmInput>,
): Promise<Event> => {
  const plan = (row: EventRow, [noted]: readonly unknown[]): Plan | null => {
    const { db, actor, now, language } = context;
    const { organizationId, userId } = actor;
    assertOwns(context, row);
    const refusal = confirmRefusal(row, now);
    if (refusal) throw refusal;
    const answers = answersOf(context, row, input);
    const known = noted as Awaited<ReturnType<typeof selectNoted>>;
    const isNoted = ({ userId: id, answer, minutes }: (typeof answers)[number]) =>
      known.some((each) => each.userId === id && each.answer === answer && each.minutes === minutes);
    if (answers.every(isNoted)) return null;
    const people = JSON.stringify(answers);
    const at = now.toISOString();
    const ours = sql`(select count(distinct ${members.userId}) from json_each(${people}) p
      cross join ${members} on ${members.userId} = p.value ->> 'userId' and ${members.organizationId} = ${organizationId})`;
    // Includes users who had a place but may not see the event any more.
    const strangers = sql`exists (select 1 from json_each(${people}) p
      where not exists (select 1 from ${eventAnswers} where user_id = p.value ->> 'userId' and event_id = ${id} and answer = 'going')
        and not exists (select 1 from ${eventAttendance} where event_id = ${id} and user_id = p.value ->> 'userId')
        and not ${isSeenBy(sql`p.value ->> 'userId'`, sql`${id}`)})`;
    const asksItself = sql`exists (select 1 from json_each(${people}) p cross join ${eventAttendance} t
      on t.event_id = ${id} and t.user_id = p.value ->> 'userId'
      where t.user_id = ${userId} and t.claim_state = 'open')`;
    return {
      audit: [entryOf("event.attendance_confirmed", row, { people: input.people.length })],
      notices: [
        attendanceNotices.entry(receiversOf(context, id, people), "event.attendance_noted", {
          ...about(row),
          by: actor.name,
        }),
      ],
      writeAfter: [
        db.run(sql`insert into ${eventAttendance} (event_id, user_id, organization_id, answer, minutes, confirmed_by,
            confirmed_at, updated_at)
          select ${id}, value ->> 'userId', ${organizationId}, value ->> 'answer', value ->> 'minutes', ${actor.name}, ${at}, ${at}
          from json_each(${people}) where true
          on conflict (event_id, user_id) do update set answer = excluded.answer, minutes = excluded.minutes,
            confirmed_by = excluded.confirmed_by, confirmed_at = excluded.confirmed_at, updated_at = excluded.updated_at,
            version = version + 1
          where answer is not excluded.answer or minutes is not excluded.minutes`),
        touchEvent(context, id),
      ],
      checkBefore: [
        guard(
          sql`${ours} = ${input.people.length}`,
          invalidField("people", language, attendanceSentences.event_attendance_users),
        ),
        guard(
          sql`not ${strangers}`,
          invalidField("people", language, attendanceSentences.event_attendance_unseen),
        ),
        guard(sql`not ${asksItself}`, attendanceErrors.event_claim_own()),
      ],
    };
  };
  return attendedRecord.edit(context, id, undefined, plan, { more: [selectNoted(context, id, input)] });
};
