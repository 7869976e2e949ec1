import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { actorWithoutSession } from "../../lib/actor.ts";
import type { Context, SystemContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { inParts } from "../../lib/db/parts.ts";
import { AppError, errors } from "../../lib/errors.ts";
import type { JobResult } from "../../lib/feature.ts";
import { guard, write } from "../../lib/guard.ts";
import { announce } from "../../lib/live/announce.ts";
import type { Catalogue, CatalogueShip } from "./catalogue.ts";
import { shipErrors } from "./ships.errors.ts";
import type { ShipSyncAnswer } from "./ships.schema.ts";
import { shipSyncs, ships } from "./ships.table.ts";
import { shipAudit } from "./ships.texts.ts";
import { type Listing, readShips } from "./uex.ts";

/** A sync that has not ended after this was killed, in hours: UEX is given 20 seconds. */
const LEASE_HOURS = 2 / 60;
/** Share of the listed ships that may leave with one sync. */
const LEAVING_MOST = 0.2;

type Run = typeof shipSyncs.$inferSelect;
type StoredShip = typeof ships.$inferSelect;
type Begun = { run: Run; last: Run | undefined; known: StoredShip[] };

const deploymentOf = ({ env }: Pick<SystemContext, "env">) => env.CF_VERSION_METADATA?.id ?? "";

/** The run, while nothing has given it up. */
const ownRun = ({ id }: Pick<Run, "id">): SQL =>
  and(eq(shipSyncs.id, id), eq(shipSyncs.status, "pending")) as SQL;

/**
 * Brings an organization's ships in line with UEX's list, with one call to UEX and one batch: all of it or nothing. A
 * ship that is listed no more is kept and marked. Without news only the run itself is written.
 * @param options.asks - false when an answer that still holds by UEX's own word need not be asked for again
 * @throws AppError ships_syncing, ships_shrunk, and as `readShips` says
 */
export async function syncShips(context: Context, { asks = true } = {}): Promise<ShipSyncAnswer> {
  const { env, actor } = context;
  if (!env.UEX_API_URL) throw shipErrors.ships_not_configured();
  const begun = await begin(context);
  // Open pages show that it began, not only that it ended.
  const told = announce(env, actor.organizationId);
  try {
    const answer = await carryOut(context, begun, asks);
    await told;
    return answer;
  } catch (error) {
    await recordFailure(context, begun.run, error);
    throw error;
  }
}

/** Takes the lease, and reads what UEX's list is compared with. */
async function begin(context: Context): Promise<Begun> {
  const { db, actor, now } = context;
  const { organizationId } = actor;
  const at = now.toISOString();
  const [, [run], [last], known] = (await write(
    db,
    [
      db.run(sql`update ${shipSyncs} set status = 'failed', error = 'ships_interrupted'
        where organization_id = ${organizationId} and status = 'pending' and lease_until <= ${at}`),
      // What UEX said about waiting holds for everybody who presses the button.
      guard(
        sql`not exists (select 1 from ${shipSyncs} where ask_again_at > ${at} and error = 'ships_rate_limited'
          and id = (select max(id) from ${shipSyncs} where organization_id = ${organizationId}))`,
        shipErrors.ships_rate_limited(),
      ),
      db
        .insert(shipSyncs)
        .values({
          organizationId,
          status: "pending",
          recordsProcessed: 0,
          createdAt: at,
          leaseUntil: hoursFrom(now, LEASE_HOURS),
        })
        .returning(),
      db
        .select()
        .from(shipSyncs)
        .where(and(eq(shipSyncs.organizationId, organizationId), eq(shipSyncs.status, "completed")))
        .orderBy(desc(shipSyncs.id))
        .limit(1),
      db.select().from(ships).where(eq(ships.organizationId, organizationId)),
    ],
    { ship_syncs: shipErrors.ships_syncing() },
  )) as [unknown, Run[], Run[], StoredShip[]];
  if (!run) throw errors.internal();
  return { run, last, known };
}

/** Asks UEX and writes what is new. */
async function carryOut(context: Context, begun: Begun, asks: boolean): Promise<ShipSyncAnswer> {
  const { db, env, now } = context;
  const { last, known, run } = begun;
  // Ships of an older version of this program are read anew, even when the list is as it was.
  const before = last?.deployment === deploymentOf(context) && known.length > 0 ? last : undefined;
  const holds = before !== undefined && (before.askAgainAt ?? "") > now.toISOString();
  const listing: Listing | null = holds && !asks ? null : await readShips(env, before?.etag ?? null);
  const { catalogue } = listing ?? { catalogue: null };
  const news = catalogue ? compare(catalogue, known) : { changed: [], added: 0, removed: [] };
  const counts = {
    recordsProcessed: catalogue ? catalogue.ships.length : (last?.recordsProcessed ?? 0),
    added: news.added,
    updated: news.changed.length - news.added,
    removed: news.removed.length,
    unreadable: catalogue ? catalogue.unreadable.size + catalogue.nameless : 0,
  };
  const { recordsProcessed: total, added, updated, removed } = counts;
  const hasNews = added + updated + removed > 0;
  const details = { total, added, updated, removed };
  await write(db, [
    guard(sql`exists (select 1 from ${shipSyncs} where ${ownRun(run)})`, shipErrors.ships_interrupted()),
    ...storeStatements(context, news.changed, news.removed),
    db
      .update(shipSyncs)
      .set({
        status: "completed",
        ...counts,
        etag: listing ? listing.etag : (before?.etag ?? null),
        deployment: deploymentOf(context),
        askAgainAt: listing ? hoursFrom(now, listing.freshSeconds / 3600) : (before?.askAgainAt ?? null),
      })
      .where(ownRun(run)),
    ...(hasNews ? [shipAudit.write(context, { action: "ships.synced", details })] : []),
  ]);
  const { recordsProcessed: count, ...rest } = counts;
  return { count, shipsProcessed: count, ...rest };
}

type News = { changed: CatalogueShip[]; added: number; removed: number[] };

/**
 * What a list changes about the ships that are known.
 * @throws AppError ships_shrunk when more than a fifth of the listed ships would leave
 */
export function compare(catalogue: Catalogue, known: readonly StoredShip[]): News {
  const stored = new Map(known.map((ship) => [ship.id, ship]));
  const changed = catalogue.ships.filter((ship) => !isStored(ship, stored.get(ship.id)));
  const listed = new Set(catalogue.ships.map(({ id }) => id));
  const isGone = ({ id, isListed }: StoredShip) =>
    isListed && !listed.has(id) && !catalogue.unreadable.has(id);
  const gone = known.filter(isGone).map(({ id }) => id);
  if (gone.length > LEAVING_MOST * known.filter(({ isListed }) => isListed).length) {
    throw shipErrors.ships_shrunk();
  }
  return {
    changed,
    added: changed.filter(({ id }) => !stored.has(id)).length,
    // An entry that does not say which ship it is may be any of them.
    removed: catalogue.nameless > 0 ? [] : gone,
  };
}

const isStored = (ship: CatalogueShip, stored: StoredShip | undefined): boolean => {
  if (!stored?.isListed) return false;
  return (Object.keys(ship) as (keyof CatalogueShip)[]).every(
    (field) => JSON.stringify(ship[field]) === JSON.stringify(stored[field]),
  );
};

/** The statements that store ships and mark those that are gone. */
function storeStatements(
  { db, actor }: Pick<Context, "db" | "actor">,
  changed: readonly CatalogueShip[],
  removed: readonly number[],
): Statement[] {
  const { organizationId } = actor;
  const value = (name: keyof CatalogueShip) => sql.raw(`value ->> '$.${name}'`);
  const store = inParts(changed).map((part) =>
    db.run(sql`insert into ${ships} (organization_id, id, name, name_full, slug, company_name, url_photo, scu, crew_min,
        crew_max, size, roles, container_sizes, is_listed)
      select ${organizationId}, ${value("id")}, ${value("name")}, ${value("nameFull")}, ${value("slug")},
        ${value("companyName")}, ${value("urlPhoto")}, ${value("scu")}, ${value("crewMin")}, ${value("crewMax")},
        ${value("size")}, value -> '$.roles', nullif(value -> '$.containerSizes', 'null'), 1
      from json_each(${JSON.stringify(part)}) where true
      on conflict do update set name = excluded.name, name_full = excluded.name_full, slug = excluded.slug,
        company_name = excluded.company_name, url_photo = excluded.url_photo, scu = excluded.scu,
        crew_min = excluded.crew_min, crew_max = excluded.crew_max, size = excluded.size, roles = excluded.roles,
        container_sizes = excluded.container_sizes, is_listed = 1`),
  );
  if (removed.length === 0) return store;
  const gone = db.run(sql`update ${ships} set is_listed = 0 where organization_id = ${organizationId}
    and id in (select value from json_each(${JSON.stringify(removed)}))`);
  return [...store, gone];
}

/** Marks the run as failed, unless it was given up meanwhile. */
async function recordFailure(context: Context, run: Run, failure: unknown): Promise<void> {
  const { code, extra } = failure instanceof AppError ? failure : errors.internal();
  if (code === "ships_interrupted") return;
  const { db, now } = context;
  const wait = extra.retryAfterSeconds;
  await write(db, [
    db
      .update(shipSyncs)
      .set({
        status: "failed",
        error: code,
        askAgainAt: wait === undefined ? null : hoursFrom(now, wait / 3600),
      })
      .where(ownRun(run)),
    shipAudit.write(context, { action: "ships.sync_failed", details: { code } }),
  ]);
}

/** A sync that these stop has not failed: there is nothing to sync with, or another one does it. */
const NO_FAILURES = ["ships_not_configured", "ships_syncing"];

/** Syncs an organization's ships by the clock. @throws AppError as `syncShips` says */
export async function syncShipsByJob(context: SystemContext, organizationId: number): Promise<JobResult> {
  const job = { ...context, actor: actorWithoutSession("job", organizationId, "Ship sync") };
  try {
    const { added, updated, removed, unreadable } = await syncShips(job, { asks: false });
    return { outcome: "done", counts: { added, updated, removed, ...(unreadable ? { unreadable } : {}) } };
  } catch (error) {
    if (error instanceof AppError && NO_FAILURES.includes(error.code)) {
      return { outcome: "skipped", error: error.code };
    }
    throw error;
  }
}
