import { eq, sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { errors } from "../../lib/errors.ts";
import { users } from "../users/index.ts";
import { type Clashes, type ClashesQuery, MOST_CLASHES } from "./clashes.schema.ts";
import { assertOwnerMay, isPublished, visibleTo } from "./events.policy.ts";
import { selectEvents } from "./events.rows.ts";
import { LENGTH } from "./events.schema.ts";
import { eventAnswers, events } from "./events.table.ts";
import { positionAt } from "./list.ts";

/** Other events at the same time that are looked at; those that begin first are left out. */
const MOST_OTHERS = 20;

/**
 * Who goes to an event, or waits for it, and has a place in another one while this one would last at another time. Events
 * that the actor may not see name nobody, nor do other dates of its own series, which may move along.
 * @throws AppError not_found, event_not_yours, event_over
 */
export async function findClashes(
  context: MemberContext,
  { id, startsAt, lengthMinutes }: ById<ClashesQuery>,
): Promise<Clashes> {
  const { db, actor } = context;
  const start = new Date(startsAt);
  const [from, to] = [-LENGTH.most, lengthMinutes].map((minutes) =>
    positionAt(hoursFrom(start, minutes / 60)),
  );
  const isOfSeries = sql`exists (select 1 from ${events} this where this.id = ${id}
    and this.series_id = events.series_id)`;
  const others = sql`select id, ends_at from ${events}
    where ${events.organizationId} = ${actor.organizationId} and position >= ${from} and position < ${to}
      and ${isPublished} and +status = 'planned' and +ends_at > ${startsAt} and +id <> ${id} and not ${isOfSeries}
      and ${visibleTo(actor)}
    order by position desc limit ${MOST_OTHERS}`;
  const [[row], clashes] = await readBatch(db, [
    selectEvents(context, eq(events.id, id)),
    db.all<Clashes["people"][number] & { count: number }>(sql`select mine.user_id as userId,
        (select display_name from ${users} where id = mine.user_id) as displayName,
        max(other.ends_at) as endsAt, count(*) over () as count
      from (${others}) other
      cross join ${eventAnswers} mine on mine.event_id = ${id} and mine.answer = 'going'
      cross join ${eventAnswers} theirs on theirs.user_id = mine.user_id and theirs.event_id = other.id
        and theirs.is_seated = 1
      group by mine.user_id order by mine.place limit ${MOST_CLASHES}`),
  ]);
  if (!row) throw errors.not_found();
  assertOwnerMay(context, row, row.status === "cancelled" ? "putBack" : "update");
  return { people: clashes, count: clashes[0]?.count ?? 0 };
}
