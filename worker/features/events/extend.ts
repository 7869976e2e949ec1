import { sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { AHEAD } from "./events.schema.ts";
import { eventSeries, events } from "./events.table.ts";
import { occurrencesOf } from "./recurrence/expand.ts";
import { insertDates, type SeriesRow } from "./series.ts";

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
