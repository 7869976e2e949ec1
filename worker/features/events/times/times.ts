import { eq, sql } from "drizzle-orm";
import type { MemberContext } from "../../../lib/context.ts";
import { dayOf } from "../../../lib/days.ts";
import { readBatch } from "../../../lib/db/client.ts";
import { errors } from "../../../lib/errors.ts";
import { guard, write, writeIf } from "../../../lib/guard.ts";
import { selectLeavesFrom } from "../../leave/index.ts";
import { members, selectActiveTotal } from "../../members/index.ts";
import {
  type EventTimes,
  MOST_LEAVES,
  type OwnTimes,
  type OwnTimesInput,
  type TimesQuery,
} from "./times.schema.ts";
import { eventTimes, eventTimeTotals } from "./times.table.ts";
import { OWN_TIMES } from "./times.texts.ts";
import { beginningsOf, bestWindows, countAt } from "./week.ts";

const selectOwn = ({ db, actor }: MemberContext) =>
  db
    .select({ timeZone: eventTimes.timeZone, hours: eventTimes.hours, version: eventTimes.version })
    .from(eventTimes)
    .where(eq(eventTimes.userId, actor.userId));

/** The statement that reads the leaves between two instants of members who have marked hours, with these. */
const selectAway = ({ db, actor }: MemberContext, from: number, to: number) =>
  db.all<{ userId: number; timeZone: string; hours: string; from: string; to: string }>(sql`
    select t.user_id as userId, t.time_zone as timeZone, t.hours, l.from_day as "from", l.to_day as "to"
    from (${selectLeavesFrom(actor.organizationId, dayOf(new Date(from)), MOST_LEAVES)}) l
    cross join ${eventTimes} t on t.user_id = l.user_id where l.from_day <= ${dayOf(new Date(to))}`);

/** When members can in a week, as counts only: however few have marked, nothing says who. */
export async function readTimes(
  context: MemberContext,
  { week, timeZone, hours }: TimesQuery,
): Promise<EventTimes> {
  const { db, actor, now } = context;
  const instants = beginningsOf(week, timeZone);
  const [first = 0, last = 0] = [instants[0], instants.at(-1)];
  const [totals, [usual], [active], leaves] = await readBatch(db, [
    db.select().from(eventTimeTotals).where(eq(eventTimeTotals.organizationId, actor.organizationId)),
    selectOwn(context),
    selectActiveTotal(db, actor.organizationId),
    selectAway(context, first, last + hours * 3_600_000),
  ]);
  // One for each member: of two leaves that a window reaches into, one takes the member away.
  const away = [...Map.groupBy(leaves, ({ userId }) => userId).values()].flatMap((own) =>
    own.slice(0, 1).map((each) => ({ ...each, leaves: own })),
  );
  const { single, all } = countAt(instants, totals, hours, away);
  const ofReader = usual ? [{ timeZone: usual.timeZone, counts: Array.from(usual.hours, Number) }] : [];
  const isReader = ({ userId }: { userId: number }) => userId === actor.userId;
  const { single: own } = countAt(instants, ofReader, 1, away.filter(isReader));
  return {
    counts: single,
    own: own.join(""),
    usual: usual ?? null,
    marked: totals.reduce((sum, { people }) => sum + people, 0),
    members: active?.active ?? 0,
    windows: bestWindows(instants, all, hours, now.getTime()),
  };
}

/** Zones have one spelling here, so that members of one zone are counted in one row. */
const spelt = (timeZone: string) => new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;

/** Marks when the acting member can. @throws AppError stale_version, forbidden for one who has left meanwhile */
export async function markTimes(
  context: MemberContext,
  { timeZone, hours, version }: OwnTimesInput,
): Promise<OwnTimes> {
  const { db, actor, now, language } = context;
  const { userId, organizationId } = actor;
  const values = { timeZone: spelt(timeZone), hours, updatedAt: now.toISOString() };
  const known = sql`coalesce((select version from ${eventTimes} where user_id = ${userId}), 0)`;
  const stale = async () => {
    const [current] = await selectOwn(context);
    return errors.stale_version({ name: OWN_TIMES[language] }, current ? { current } : {});
  };
  const written = await write(db, [
    guard(
      sql`exists (select 1 from ${members} where user_id = ${userId} and status = 'active')`,
      errors.forbidden({ permission: "events.read" }),
    ),
    ...(version === undefined ? [] : [guard(sql`${known} = ${version}`, stale)]),
    db
      .insert(eventTimes)
      .values({ ...values, userId, organizationId })
      .onConflictDoUpdate({
        target: eventTimes.userId,
        set: { ...values, version: sql`${eventTimes.version} + 1` },
      }),
    selectOwn(context),
  ]);
  const [stored] = written.at(-1) as OwnTimes[];
  if (!stored) throw errors.not_found();
  return stored;
}

/** Takes back when the acting member can; there may be nothing to take back. */
export async function clearTimes({ db, actor }: MemberContext): Promise<void> {
  const isOwn = eq(eventTimes.userId, actor.userId);
  await writeIf(db, sql`exists (select 1 from ${eventTimes} where ${isOwn})`, [
    db.delete(eventTimes).where(isOwn),
  ]);
}
