import { sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { SLOW_MS, SLOW_ROUTES, type SlowRoute } from "./health.schema.ts";
import { slowRoutes } from "./health.table.ts";

/** The shortest time between two writes of one process. */
const BETWEEN_MS = 60_000;

type Answered = { route: string; status: number; ms: number; requestId: string };
type Counted = Omit<SlowRoute, "route">;

/** Counts that this process has not written yet, by route. */
let waiting = new Map<string, Counted>();
let writtenAt = 0;
let isWatching = true;

/** Starts or stops counting answers, with no counts: other tests must write the same rows at any speed. */
export function watchAnswers(isOn: boolean): void {
  waiting = new Map();
  writtenAt = 0;
  isWatching = isOn;
}

function add(route: string, more: Counted): void {
  const known = waiting.get(route);
  waiting.set(route, {
    ...(known && known.lastAt > more.lastAt ? known : more),
    count: more.count + (known?.count ?? 0),
    failed: more.failed + (known?.failed ?? 0),
    worstMs: Math.max(more.worstMs, known?.worstMs ?? 0),
  });
}

/**
 * Counts an answer that failed or took more than SLOW_MS, in memory. Counts are written with the next answer after a minute,
 * and at once if nothing was written for that long: one row for each such route, and none without faults.
 * @returns the writing, if there is any to wait for
 */
export function noteIfSlow(
  { route, status, ms, requestId }: Answered,
  open: () => Db,
  now = new Date(),
): Promise<void> | null {
  if (!isWatching) return null;
  const hasFailed = status >= 500;
  if (hasFailed || ms > SLOW_MS)
    add(route, {
      ...{ count: 1, failed: hasFailed ? 1 : 0, worstMs: ms },
      ...{ lastAt: now.toISOString(), lastRequestId: requestId },
    });
  if (waiting.size === 0 || now.getTime() - writtenAt < BETWEEN_MS) return null;
  writtenAt = now.getTime();
  return flush(open, now);
}

async function flush(open: () => Db, now: Date): Promise<void> {
  const counted = waiting;
  waiting = new Map();
  const rows = [...counted].map(([route, each]) => ({ route, ...each }));
  try {
    await open().run(sql`
      insert into ${slowRoutes} (hour, route, count, failed, worst_ms, last_at, last_request_id)
      select ${now.toISOString().slice(0, 13)}, value ->> 'route', value ->> 'count', value ->> 'failed',
        value ->> 'worstMs', value ->> 'lastAt', value ->> 'lastRequestId'
      from json_each(${JSON.stringify(rows)}) where true
      on conflict do update set count = count + excluded.count, failed = failed + excluded.failed,
        worst_ms = max(worst_ms, excluded.worst_ms), last_at = excluded.last_at,
        last_request_id = excluded.last_request_id`);
  } catch (error) {
    // A failing database is what makes requests fail: they are written when it answers again.
    for (const { route, ...each } of rows) add(route, each);
    throw error;
  }
}

/** A stored route: `last` is the time of its newest request, with its id. */
export type SlowRow = Omit<SlowRoute, "lastAt" | "lastRequestId"> & { last: string };

/** The statement that reads the routes of the hours since a time. */
export const selectSlowRoutes = (db: Db, since: string) =>
  db.all<SlowRow>(sql`
    select route, sum(count) as count, sum(failed) as failed, max(worst_ms) as worstMs,
      max(last_at || ' ' || last_request_id) as last
    from ${slowRoutes} where hour >= ${since.slice(0, 13)}
    group by route order by failed desc, count desc, route limit ${SLOW_ROUTES}`);

export function toSlowRoute({ last, ...row }: SlowRow): SlowRoute {
  const [lastAt = "", lastRequestId = ""] = last.split(" ");
  return { ...row, lastAt, lastRequestId };
}

export const deleteOldSlowRoutes = ({ db, now }: SystemContext) =>
  db.run(sql`delete from ${slowRoutes} where hour < ${hoursFrom(now, -7 * 24).slice(0, 13)}`);
