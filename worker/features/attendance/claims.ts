import { sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { guard } from "../../lib/guard.ts";
import type { NoticeEntry } from "../../lib/notify.ts";
import { invalidField } from "../../lib/validation.ts";
import { type Event, type EventRow, isSeenBy, touchEvent } from "../events/index.ts";
import { holdersOf } from "../members/index.ts";
import { users } from "../users/index.ts";
import { assertOwns, claimRefusal } from "./attendance.policy.ts";
import { type ClaimInput, type DecideClaimInput, proposalOf } from "./attendance.schema.ts";
import { eventAttendance } from "./attendance.table.ts";
import { attendanceErrors, attendanceNotices, attendanceSentences } from "./attendance.texts.ts";
import { about, attendedRecord, entryOf } from "./confirm.ts";
import { minutesOf } from "./list.ts";

/** Notifies the organizer, or without another organizer all users who look after every event. */
function ask({ actor }: MemberContext, row: EventRow, { minutes }: ClaimInput): NoticeEntry {
  const { organizerId } = row;
  const details = { ...about(row), name: actor.name, userId: actor.userId, minutes };
  const to =
    organizerId === null || organizerId === actor.userId
      ? holdersOf(actor, "events.write").users
      : sql`select id from ${users} where id = ${organizerId}`;
  return attendanceNotices.entry(to, "event.claim_made", details);
}

/**
 * Claims that the actor attended an event, for its organizer to decide; within CHANGE_DAYS after its end.
 * @throws AppError not_found, event_not_begun, event_not_over, event_attendance_closed, event_claim_open, event_claim_needless,
 * invalid_input, and as `refusalOf` says
 */
export const claimAttendance = (context: MemberContext, { id, ...input }: ById<ClaimInput>): Promise<Event> =>
  attendedRecord.edit(context, id, undefined, (row) => {
    const { db, actor, now, language } = context;
    const { organizationId, userId } = actor;
    const refusal = claimRefusal(row, now);
    if (refusal) throw refusal;
    const { minutes, note } = input;
    if (minutes > minutesOf(row))
      throw invalidField("minutes", language, attendanceSentences.event_minutes_long);
    const at = now.toISOString();
    const own = sql`select 1 from ${eventAttendance} where event_id = ${id} and user_id = ${userId}`;
    return {
      audit: [entryOf("event.claim_made", row, { minutes })],
      notices: [ask(context, row, input)],
      writeAfter: [
        db.run(sql`insert into ${eventAttendance} (event_id, user_id, organization_id, claim_minutes, claim_note,
            claim_state, claimed_at, updated_at)
          values (${id}, ${userId}, ${organizationId}, ${minutes}, ${note}, 'open', ${at}, ${at})
          on conflict (event_id, user_id) do update set claim_minutes = excluded.claim_minutes,
            claim_note = excluded.claim_note, claim_state = 'open', claimed_at = excluded.claimed_at,
            updated_at = excluded.updated_at, version = version + 1`),
        touchEvent(context, id),
      ],
      checkBefore: [
        guard(sql`not exists (${own} and claim_state = 'open')`, attendanceErrors.event_claim_open()),
        guard(sql`not exists (${own} and answer = 'yes')`, attendanceErrors.event_claim_needless()),
      ],
    };
  });

type Claim = { name: string; minutes: number; state: string | null; version: number };

/**
 * Approves or declines the claim of another member, whose minutes are stored with the approval.
 * @throws AppError not_found, also for an event without such a claim; event_not_yours, event_claim_own, event_claim_decided
 */
export function decideClaim(
  context: MemberContext,
  { id, personId, state }: ById<DecideClaimInput & { personId: number }>,
): Promise<Event> {
  const { db, actor, now } = context;
  const isClaim = sql`event_id = ${id} and user_id = ${personId}`;
  const found =
    db.all<Claim>(sql`select u.display_name as name, t.claim_minutes as minutes, t.claim_state as state, t.version
    from ${eventAttendance} t cross join ${users} u on u.id = t.user_id where ${isClaim} and t.claim_state is not null`);
  return attendedRecord.edit(
    context,
    id,
    undefined,
    (row, [claims]) => {
      assertOwns(context, row);
      const [claim] = claims as Claim[];
      if (!claim) throw errors.not_found();
      if (personId === actor.userId) throw attendanceErrors.event_claim_own();
      if (claim.state !== "open") throw attendanceErrors.event_claim_decided();
      const { name, minutes, version } = claim;
      const action = `event.claim_${state}` as const;
      const proposed = proposalOf(minutes, minutesOf(row));
      const answer = proposed === "no" ? "partly" : proposed;
      const at = now.toISOString();
      const noted = sql`, answer = ${answer}, minutes = claim_minutes, confirmed_by = ${actor.name}, confirmed_at = ${at}`;
      return {
        unchanged: [sql`(select version from ${eventAttendance} where ${isClaim}) = ${version}`],
        audit: [entryOf(action, row, { name, minutes })],
        notices: [
          attendanceNotices.entry(
            sql`select id from ${users} where id = ${personId} and ${isSeenBy(sql`users.id`, sql`${id}`)}`,
            action,
            { ...about(row), by: actor.name, minutes },
          ),
        ],
        writeAfter: [
          db.run(sql`update ${eventAttendance} set claim_state = ${state}, updated_at = ${at}, version = version + 1
            ${state === "approved" ? noted : sql``} where ${isClaim}`),
          touchEvent(context, id),
        ],
      };
    },
    { more: [found] },
  );
}
