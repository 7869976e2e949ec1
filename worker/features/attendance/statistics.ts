import { eq, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import type { ById, MemberContext } from "../../lib/context.ts";
import { readBatch, type Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { errors } from "../../lib/errors.ts";
import { write } from "../../lib/guard.ts";
import { eventAnswers, events, visibleTo } from "../events/index.ts";
import { members } from "../members/index.ts";
import { countsAgainst } from "./attendance.policy.ts";
import {
  MOST_COUNTED,
  type OwnStatistics,
  type SharedStatistics,
  type ShareInput,
  STATISTIC_DAYS,
} from "./attendance.schema.ts";
import { eventAttendance, eventStatistics } from "./attendance.table.ts";
import { attendanceAudit } from "./attendance.texts.ts";

type Figures = NonNullable<SharedStatistics["figures"]>;

/**
 * The query of a user's confirmed events that ended in the last STATISTIC_DAYS days, as far as the actor may see them. Absence
 * without a place is not counted.
 */
function selectFigures({ db, actor, now }: MemberContext, userId: SQL): Statement & PromiseLike<Figures[]> {
  const wasThere = sql`t.answer in ('yes', 'partly')`;
  const had = sql`exists (select 1 from ${eventAnswers} a where a.user_id = t.user_id and a.event_id = t.event_id
    and a.answer = 'going' and a.is_seated = 1)`;
  return db.all<Figures>(sql`select count(*) as events, coalesce(sum(${wasThere}), 0) as attended,
      coalesce(sum(t.minutes), 0) as minutes
    from (select event_id, user_id, answer, minutes from ${eventAttendance}
      where user_id = ${userId} and answer is not null order by event_id desc limit ${MOST_COUNTED}) t
    cross join ${events} on events.id = t.event_id
    where events.status = 'planned' and events.ends_at > ${hoursFrom(now, -STATISTIC_DAYS * 24)}
      and events.ends_at <= ${now.toISOString()} and ${visibleTo(actor)}
      and (${wasThere} or ${had} and ${countsAgainst(sql`t.user_id`, sql`events.starts_at`)})`);
}

/**
 * SQL query: the events that a user attended, as `event_id` and `answer`, MOST_COUNTED of them, the newest first; none for an
 * actor with whom the user does not share them.
 */
export const attendedBy = ({ userId }: Actor, member: SQL): SQL =>
  sql`select event_id, answer from ${eventAttendance} where user_id = ${member} and answer in ('yes', 'partly')
    and (user_id = ${userId} or exists (select 1 from ${eventStatistics} where user_id = ${member} and is_shared = 1))
    order by event_id desc limit ${MOST_COUNTED}`;

const selectShared = ({ db }: MemberContext, userId: SQL) =>
  db
    .select({ isShared: eventStatistics.isShared })
    .from(eventStatistics)
    .where(eq(eventStatistics.userId, userId));

const NONE: Figures = { events: 0, attended: 0, minutes: 0 };

/** The actor's own figures, and whether others see them. */
export async function ownStatistics(context: MemberContext): Promise<OwnStatistics> {
  const own = sql`${context.actor.userId}`;
  const [[figures], [shared]] = await readBatch(context.db, [
    selectFigures(context, own),
    selectShared(context, own),
  ]);
  return { ...(figures ?? NONE), isShared: shared?.isShared ?? false };
}

/** The figures of a member who shares them; none for a reader who sees no events. @throws AppError not_found */
export async function memberStatistics(context: MemberContext, { id }: ById): Promise<SharedStatistics> {
  const { db, actor } = context;
  const userId = sql`(select ${members.userId} from ${members} where ${members.id} = ${id}
    and ${members.organizationId} = ${actor.organizationId})`;
  const shared = sql`(select user_id from ${eventStatistics} where user_id = ${userId} and is_shared = 1)`;
  const [[member], [sharing], [figures]] = await readBatch(db, [
    db.all<{ userId: number | null }>(sql`select ${userId} as userId`),
    selectShared(context, userId),
    selectFigures(context, shared),
  ]);
  if (!member?.userId) throw errors.not_found();
  const isShown = sharing?.isShared && actor.permissions.has("events.read");
  return { figures: isShown ? (figures ?? NONE) : null };
}

/** Shares the actor's figures with others, or stops that. */
export async function shareStatistics(
  context: MemberContext,
  { isShared }: ShareInput,
): Promise<OwnStatistics> {
  const { db, actor, now } = context;
  const before = await ownStatistics(context);
  if (before.isShared === isShared) return before;
  await write(db, [
    db.run(sql`insert into ${eventStatistics} (user_id, organization_id, is_shared, updated_at)
      values (${actor.userId}, ${actor.organizationId}, ${Number(isShared)}, ${now.toISOString()})
      on conflict (user_id) do update set is_shared = excluded.is_shared, updated_at = excluded.updated_at`),
    attendanceAudit.write(context, {
      action: isShared ? "event.statistics_shared" : "event.statistics_hidden",
    }),
  ]);
  return { ...before, isShared };
}
