import { eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Context, MemberContext, SystemContext } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { fieldNames } from "../../lib/fields.schema.ts";
import { newest } from "../../lib/guard.ts";
import { invalidField } from "../../lib/validation.ts";
import { wallAt } from "../../lib/zones.schema.ts";
import { type EventFieldName, seriesFields } from "./events.fields.ts";
import { owns } from "./events.policy.ts";
import type { EventRow } from "./events.rows.ts";
import { AHEAD, type StoredStatus } from "./events.schema.ts";
import { eventAnswers, eventSeries, events } from "./events.table.ts";
import { eventErrors, eventSentences } from "./events.texts.ts";
import { type Occurrence, occurrencesOf } from "./recurrence/expand.ts";
import { misfitOf, type Rule } from "./recurrence/recurrence.schema.ts";
import { endedBefore, ruleFrom } from "./recurrence/split.ts";
import { lengthOf, type Terms, templateOf } from "./terms.ts";

export type SeriesRow = typeof eventSeries.$inferSelect;
/** A date of a series from the edited one on. */
export type DateRow = Pick<EventRow, "id" | "status" | "version" | "organizerId" | "createdBy"> & {
  occurrence: string;
  answers: number;
};

/** A series that is to be stored, and its dates as far as they become events. */
type Planned = { rule: Rule; start: string; timeZone: string; dates: Occurrence[] };

/**
 * The dates of a rule from a start in a time zone on. @throws AppError invalid_input where the start does not fit its rule
 */
export function datesOf(
  { language }: Pick<MemberContext, "language">,
  rule: Rule,
  { start, timeZone }: { start: string; timeZone: string },
  limit = AHEAD,
): Planned {
  if (misfitOf(rule, start)) throw invalidField("recurrence", language, eventSentences.event_rule_misfit);
  return { rule, start, timeZone, dates: occurrencesOf(rule, { start, timeZone }, { limit }) };
}

/** Where the adding of dates goes on; null when there are no further ones. */
const addedTo = ({ rule, start, timeZone, dates }: Planned): string | null => {
  const last = dates.at(-1)?.wall;
  const [next] = last ? occurrencesOf(rule, { start, timeZone }, { after: last, limit: 1 }) : [];
  return next ? (last ?? null) : null;
};

/** The statement that stores a series. @param splitFromId the series that it continues */
export const insertSeries = (
  { db, actor, now }: Context,
  planned: Planned,
  terms: Terms,
  splitFromId: number | null = null,
): Statement =>
  db.insert(eventSeries).values({
    organizationId: actor.organizationId,
    rule: planned.rule,
    timeZone: planned.timeZone,
    start: planned.start,
    lengthMinutes: lengthOf(terms),
    template: templateOf(terms),
    splitFromId,
    addedTo: addedTo(planned),
    createdAt: now.toISOString(),
  });

/** SQL: the name of a field's column, as statements that write it have it. */
export const columnOf = (name: EventFieldName): SQL => sql`${sql.identifier(events[name].name)}`;

/** SQL value: a field of a series' template as events store it; the blank value where the template is older than the field. */
function ofTemplate(name: keyof typeof seriesFields): SQL {
  const column: SQLiteColumn = events[name];
  const value = sql`series.template ->> ${`$.${name}`}`;
  if (name === "organizerId") return sql`(select id from users where id = ${value})`;
  return column.hasDefault ? sql`coalesce(${value}, ${sql.param(column.default, column)})` : value;
}

/** The statement that adds events for dates of a stored series, made as the series says. */
export function insertDates(
  { db, now }: Pick<SystemContext, "db" | "now">,
  seriesId: SQL | number,
  dates: readonly Occurrence[],
  status: Exclude<StoredStatus, "cancelled">,
): Statement[] {
  if (dates.length === 0) return [];
  const at = now.toISOString();
  const names = fieldNames(seriesFields);
  return [
    db.run(sql`insert into ${events} (organization_id, series_id, occurrence, starts_at, ends_at, time_zone, status,
        created_by, created_at, updated_at, ${sql.join(names.map(columnOf), sql`, `)})
      select series.organization_id, series.id, value ->> 'wall', value ->> 'startsAt',
        strftime('%Y-%m-%dT%H:%M:%fZ', value ->> 'startsAt', series.length_minutes || ' minutes'), series.time_zone,
        ${status}, series.template ->> '$.createdBy', ${at}, ${at}, ${sql.join(names.map(ofTemplate), sql`, `)}
      from json_each(${JSON.stringify(dates)}) cross join ${eventSeries} series where series.id = ${seriesId}
      on conflict do nothing`),
  ];
}

/** The statements that read what a change of an event and the following ones needs: its series and all these dates. */
export const seriesQueries = (db: Db, id: number): [Statement, Statement] => [
  db
    .select()
    .from(eventSeries)
    .where(sql`${eventSeries.id} = (select series_id from ${events} where id = ${id})`),
  db.all<DateRow>(sql`select later.id, later.occurrence, later.status, later.version,
      later.organizer_id as organizerId, later.created_by as createdBy,
      (select count(*) from ${eventAnswers} where event_id = later.id) as answers
    from ${events} this cross join ${events} later on later.series_id = this.series_id
      and later.occurrence > this.occurrence
    where this.id = ${id} order by later.occurrence`),
];

/** What `seriesQueries` read. @throws AppError event_not_yours where somebody else looks after one of the later dates */
export function readSeries({ actor }: MemberContext, [series, later]: readonly unknown[]) {
  const dates = later as DateRow[];
  if (!dates.every((each) => owns(actor, each))) throw eventErrors.event_not_yours();
  return { series: (series as SeriesRow[])[0] ?? null, later: dates };
}
export type Following = ReturnType<typeof readSeries>;

/** SQL condition: the later dates are as they were read. */
export const areUnchanged = ({ id }: Pick<EventRow, "id">, { later }: Following): SQL =>
  sql`(select coalesce(sum(later.version), 0) || ' ' || count(*) from ${events} this
      cross join ${events} later on later.series_id = this.series_id and later.occurrence > this.occurrence
      where this.id = ${id})
    = ${`${later.reduce((sum, { version }) => sum + version, 0)} ${later.length}`}`;

/** The rule of an event and the following ones: the one that is given, or the rest of their series' rule. */
export function ruleOf(
  row: EventRow,
  { series }: Following,
  terms: Terms,
  given: Rule | undefined,
): Rule | null {
  if (given) return given;
  if (!series || row.occurrence === null) return null;
  const rest = ruleFrom(series.rule, series.start, row.occurrence);
  // A single weekday moves with the event.
  const isMoved = rest.weekdays?.length === 1 && misfitOf(rest, wallAt(terms.startsAt, terms.timeZone));
  return isMoved ? { ...rest, weekdays: undefined } : rest;
}

/** The statements that end a series before one of its dates, or delete it where it has no dates left. */
export function endSeries(db: Db, { series }: Following, occurrence: string | null): Statement[] {
  if (!series || occurrence === null) return [];
  const rule = endedBefore(series.rule, series.start, occurrence);
  return [
    db.update(eventSeries).set({ rule, addedTo: null }).where(eq(eventSeries.id, series.id)),
    db.run(sql`delete from ${eventSeries} where id = ${series.id}
      and not exists (select 1 from ${events} where series_id = ${series.id})`),
  ];
}

/** SQL: the id of the series that the same batch stores. */
export const NEW_SERIES = newest(eventSeries);

/** Series that one run of the daily upkeep looks at, those whose dates end first. */
const LOOKED_AT = 200;

/** The statements that add the next dates of series, so that AHEAD of each stand ahead. */
export async function extendSeries(context: SystemContext): Promise<Statement[]> {
  const { db, now } = context;
  const found = await db
    .select({
      series: eventSeries,
      ahead: sql<number>`(select count(*) from ${events} where series_id = event_series.id
        and occurrence is not null and starts_at > ${now.toISOString()})`.as("ahead"),
    })
    .from(eventSeries)
    .where(sql`${eventSeries.addedTo} is not null`)
    .orderBy(eventSeries.addedTo)
    .limit(LOOKED_AT);
  return found.flatMap(({ series, ahead }) => addNext(context, series, AHEAD - ahead));
}

function addNext({ db, now }: SystemContext, series: SeriesRow, wanted: number): Statement[] {
  const { id, rule, start, timeZone, addedTo } = series;
  if (wanted <= 0 || addedTo === null) return [];
  // One more tells whether there are further ones.
  const [...dates] = occurrencesOf(rule, { start, timeZone }, { after: addedTo, limit: wanted + 1 });
  const hasMore = dates.length > wanted;
  const added = dates.slice(0, wanted);
  const last = hasMore ? (added.at(-1)?.wall ?? null) : null;
  return [
    ...insertDates({ db, now }, id, added, "planned"),
    db.run(sql`update ${eventSeries} set added_to = ${last} where id = ${id}`),
  ];
}
