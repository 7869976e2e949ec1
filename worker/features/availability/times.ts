import { asc, desc, eq, sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { guard, write, writeIf } from "../../lib/guard.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { members, selectActiveTotal } from "../members/index.ts";
import type { EventTimes, OwnTimes, OwnTimesInput, TimesQuery, ZoneCount } from "./availability.schema.ts";
import { eventTimes, eventTimeTotals } from "./availability.table.ts";
import { beginningsOf, bestWindows, countAt, shownAt } from "./week.ts";

/** The name of one's own hours in errors. */
const OWN_TIMES: Record<Language, string> = { en: "Your usual week", da: "Din sædvanlige uge" };

const selectOwn = ({ db, actor }: MemberContext) =>
  db
    .select({ timeZone: eventTimes.timeZone, hours: eventTimes.hours, version: eventTimes.version })
    .from(eventTimes)
    .where(eq(eventTimes.userId, actor.userId));

/** Available members in a week, as counts only, so that nobody is revealed however few have marked. */
export async function readTimes(
  context: MemberContext,
  { week, timeZone, hours }: TimesQuery,
): Promise<EventTimes> {
  const { db, actor, now } = context;
  const [totals, [usual], [active]] = await readBatch(db, [
    db.select().from(eventTimeTotals).where(eq(eventTimeTotals.organizationId, actor.organizationId)),
    selectOwn(context),
    selectActiveTotal(db, actor.organizationId),
  ]);
  const instants = beginningsOf(week, timeZone);
  const { single, all } = countAt(instants, totals, hours);
  const own = usual
    ? shownAt(instants, usual.timeZone).map((hour) => usual.hours[hour])
    : instants.map(() => "0");
  return {
    counts: single,
    own: own.join(""),
    usual: usual ?? null,
    marked: totals.reduce((sum, { people }) => sum + people, 0),
    members: active?.active ?? 0,
    windows: bestWindows(instants, all, hours, now.getTime()),
  };
}

/** Members by time zone, most first, as counts only. */
export const countZones = ({ db, actor }: MemberContext): Promise<ZoneCount[]> =>
  db
    .select({ timeZone: eventTimeTotals.timeZone, people: eventTimeTotals.people })
    .from(eventTimeTotals)
    .where(eq(eventTimeTotals.organizationId, actor.organizationId))
    .orderBy(desc(eventTimeTotals.people), asc(eventTimeTotals.timeZone));

/** Gives zones one spelling, so that members of one zone are counted in one row. */
const spelt = (timeZone: string) => new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;

/** Stores the actor's available hours. @throws AppError stale_version, forbidden for a member who has left meanwhile */
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
        setWhere: sql`event_times.hours <> excluded.hours or event_times.time_zone <> excluded.time_zone`,
      }),
    selectOwn(context),
  ]);
  const [stored] = written.at(-1) as OwnTimes[];
  if (!stored) throw errors.not_found();
  return stored;
}

/** Deletes the actor's available hours, if any. */
export async function clearTimes({ db, actor }: MemberContext): Promise<void> {
  const isOwn = eq(eventTimes.userId, actor.userId);
  await writeIf(db, sql`exists (select 1 from ${eventTimes} where ${isOwn})`, [
    db.delete(eventTimes).where(isOwn),
  ]);
}
