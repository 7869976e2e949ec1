import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { actorWithoutSession } from "../../lib/actor.ts";
import type { ById, Context, MemberContext, SystemContext } from "../../lib/context.ts";
import { type Db, readBatch, type Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { inParts } from "../../lib/db/parts.ts";
import { AppError, definedErrors, errors } from "../../lib/errors.ts";
import type { JobResult } from "../../lib/feature.ts";
import { guard, write } from "../../lib/guard.ts";
import { announce } from "../../lib/live/announce.ts";
import type { Catalogue, CatalogueShip } from "./catalogue.ts";
import { guardWaiting, holdLoss, selectLoss, settleLoss } from "./loss.ts";
import { shipErrors } from "./ships.errors.ts";
import {
  type ShipSyncAnswer,
  type ShipSyncStatus,
  SYNCS_PER_MINUTE,
  type WaitingLoss,
} from "./ships.schema.ts";
import { shipSyncs, ships } from "./ships.table.ts";
import { shipAudit } from "./ships.texts.ts";
import { readShips } from "./uex.ts";

/** Hours after which a pending sync counts as killed: UEX has 20 seconds to answer. */
const LEASE_HOURS = 2 / 60;
/** Largest share of the listed ships that one sync may remove, beside those that an administrator accepts. */
const LEAVING_MOST = 0.2;

type Options = {
  /** False to use the last answer while it is fresh. */
  asks?: boolean;
  /** The id of a refused sync whose loss is accepted. */
  accepts?: number | undefined;
};

type Run = typeof shipSyncs.$inferSelect;
type StoredShip = typeof ships.$inferSelect;

/** SQL condition: the row is the run, and it is still pending. */
const ownRun = ({ id }: Run): SQL => and(eq(shipSyncs.id, id), eq(shipSyncs.status, "pending")) as SQL;

/**
 * Updates an organization's ships from UEX's list, with one call to UEX and one batch. A ship that left the list is kept and
 * marked. Without changes only the run itself is written.
 * @throws AppError ships_syncing, ships_shrunk, ships_not_waiting where it accepts a loss, and as `readShips` does
 */
export async function syncShips(
  context: Context,
  { asks = true, accepts }: Options = {},
): Promise<ShipSyncAnswer> {
  const { env, actor } = context;
  if (!env.UEX_API_URL) throw shipErrors.ships_not_configured();
  const begun = await begin(context, { asks, accepts });
  // Tells open pages that it began, not only that it ended.
  const announced = announce(env, actor.organizationId);
  try {
    const answer = await carryOut(context, begun, { asks, accepts });
    await announced;
    return answer;
  } catch (error) {
    await recordFailure(context, begun.run, error);
    throw error;
  }
}

/**
 * Syncs although UEX's list lacks ships for which a sync was refused. Only ships that the administrator saw become unlisted,
 * and as few others as always.
 * @throws AppError ships_not_waiting, and as `syncShips` does
 */
export const acceptLoss = (context: MemberContext, { id }: ById): Promise<ShipSyncAnswer> =>
  syncShips(context, { accepts: id });

/** The guard that the provider's limit allows a call: all organizations of the deployment share it. */
const guardProviderLimit = (now: Date) =>
  guard(
    sql`(select count(*) from (select ${shipSyncs.createdAt} as at from ${shipSyncs} order by ${shipSyncs.id} desc
      limit ${SYNCS_PER_MINUTE}) where at > ${new Date(now.getTime() - 60_000).toISOString()}) < ${SYNCS_PER_MINUTE}`,
    shipErrors.ships_too_often({ count: SYNCS_PER_MINUTE }, { retryAfterSeconds: 60 }),
  );

/** Takes the lease, and reads the last run, a waiting loss and the known ships. */
async function begin(context: Context, { asks, accepts }: Options) {
  const { db, actor, now } = context;
  const { organizationId } = actor;
  const at = now.toISOString();
  const leaseUntil = hoursFrom(now, LEASE_HOURS);
  const startedBy = actor.kind === "job" ? "" : actor.name;
  const steps = [
    db.run(sql`update ${shipSyncs} set status = 'failed', error = 'ships_interrupted'
      where organization_id = ${organizationId} and status = 'pending' and lease_until <= ${at}`),
    // UEX's rate limit is the same for every user.
    guard(
      sql`not exists (select 1 from ${shipSyncs} where ask_again_at > ${at} and error = 'ships_rate_limited'
        and id = (select max(id) from ${shipSyncs} where organization_id = ${organizationId}))`,
      shipErrors.ships_rate_limited(),
    ),
    ...(accepts === undefined ? [] : [guardWaiting(context, accepts)]),
    // The job's calls, one a day, count but are never refused.
    ...(asks ? [guardProviderLimit(now)] : []),
    db
      .insert(shipSyncs)
      .values({
        organizationId,
        status: "pending",
        recordsProcessed: 0,
        createdAt: at,
        startedBy,
        leaseUntil,
      })
      .returning(),
    selectNewest(db, eq(shipSyncs.organizationId, organizationId), eq(shipSyncs.status, "completed")),
    selectLoss(db, organizationId),
    db.select().from(ships).where(eq(ships.organizationId, organizationId)),
  ];
  const results = await write(db, steps, { ship_syncs: shipErrors.ships_syncing() });
  const [[run], [last], [loss], known] = results.slice(-4) as [Run[], Run[], WaitingLoss[], StoredShip[]];
  if (!run) throw errors.internal();
  return { run, last, loss, known };
}

const selectNewest = (db: Db, ...which: SQL[]) =>
  db
    .select()
    .from(shipSyncs)
    .where(and(...which))
    .orderBy(desc(shipSyncs.id))
    .limit(1);

async function carryOut(
  context: Context,
  { last, loss, known, run }: Awaited<ReturnType<typeof begin>>,
  { asks, accepts }: Options,
): Promise<ShipSyncAnswer> {
  const { db, env, now } = context;
  const deployment = env.CF_VERSION_METADATA?.id ?? "";
  // Another deployment may parse the same list differently.
  const before = last?.deployment === deployment && known.length > 0 ? last : undefined;
  const holds = before !== undefined && (before.askAgainAt ?? "") > now.toISOString();
  const listing = holds && !asks ? null : await readShips(env, before?.etag ?? null);
  const catalogue = listing?.catalogue;
  const accepted = accepts === undefined ? [] : (loss?.ships.map(({ id }) => id) ?? []);
  const news = catalogue ? compare(catalogue, known, accepted) : { changed: [], added: 0, removed: [] };
  if ("leaving" in news) {
    await holdLoss(context, run, { leaving: news.leaving, before: loss });
    throw shipErrors.ships_shrunk();
  }
  const { changed, added, removed } = news;
  const changes = { added, updated: changed.length - added, removed: removed.length };
  const count = catalogue?.ships.length ?? last?.recordsProcessed ?? 0;
  const unreadable = catalogue ? catalogue.unreadable.size + catalogue.nameless + catalogue.unread.size : 0;
  const hasNews = changed.length + removed.length > 0;
  const details = { total: count, ...changes };
  await write(db, [
    guard(sql`exists (select 1 from ${shipSyncs} where ${ownRun(run)})`, shipErrors.ships_interrupted()),
    ...storeStatements(context, changed, removed),
    db
      .update(shipSyncs)
      .set({
        ...changes,
        status: "completed",
        recordsProcessed: count,
        unreadable,
        etag: listing ? listing.etag : (before?.etag ?? null),
        deployment,
        askAgainAt: listing ? hoursFrom(now, listing.freshSeconds / 3600) : (before?.askAgainAt ?? null),
      })
      .where(ownRun(run)),
    ...(hasNews ? [shipAudit.write(context, { action: "ships.synced", details })] : []),
    ...settleLoss(
      context,
      loss,
      removed.filter((id) => accepted.includes(id)),
    ),
  ]);
  return { count, shipsProcessed: count, unreadable, ...changes };
}

/** Compares a list with the known ships: `leaving` if more than a fifth of the listed ones would go unaccepted. */
export function compare(
  catalogue: Catalogue,
  known: readonly StoredShip[],
  accepted: readonly number[] = [],
) {
  const stored = new Map(known.map((ship) => [ship.id, ship]));
  const changed = catalogue.ships
    .map((ship) => withKnown(ship, stored.get(ship.id), catalogue.unread.get(ship.id)))
    .filter((ship) => !isStored(ship, stored.get(ship.id)));
  const listed = new Set(catalogue.ships.map(({ id }) => id));
  const before = known.filter(({ isListed }) => isListed).map(({ id }) => id);
  const gone = before.filter((id) => !listed.has(id) && !catalogue.unreadable.has(id));
  const unaccepted = gone.filter((id) => !accepted.includes(id));
  if (unaccepted.length > LEAVING_MOST * before.length) return { leaving: gone };
  return {
    changed,
    added: changed.filter(({ id }) => !stored.has(id)).length,
    // An entry without an id may be any of them.
    removed: catalogue.nameless > 0 ? [] : gone,
  };
}

/** A ship whose unreadable fields keep their known values. */
const withKnown = (
  ship: CatalogueShip,
  stored: StoredShip | undefined,
  unread: readonly (keyof CatalogueShip)[] = [],
): CatalogueShip =>
  stored ? { ...ship, ...Object.fromEntries(unread.map((field) => [field, stored[field]])) } : ship;

const isStored = (ship: CatalogueShip, stored: StoredShip | undefined): boolean =>
  stored?.isListed === true && JSON.stringify({ ...stored, ...ship }) === JSON.stringify(stored);

function storeStatements(
  { db, actor }: Context,
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

/** Marks the run as failed, unless it is marked already. */
async function recordFailure(context: Context, run: Run, failure: unknown): Promise<void> {
  const { code, extra } = failure instanceof AppError ? failure : errors.internal();
  if (code === "ships_interrupted" || code === "ships_shrunk") return;
  const { db, now } = context;
  const wait = extra.retryAfterSeconds;
  const askAgainAt = wait === undefined ? null : hoursFrom(now, wait / 3600);
  await write(db, [
    db.update(shipSyncs).set({ status: "failed", error: code, askAgainAt }).where(ownRun(run)),
    shipAudit.write(context, { action: "ships.sync_failed", details: { code } }),
  ]);
}

/** The daily job: syncs an organization's ships. @throws AppError as `syncShips` does */
export async function syncShipsByJob(context: SystemContext, organizationId: number): Promise<JobResult> {
  const job = { ...context, actor: actorWithoutSession("job", organizationId, "Ship sync") };
  try {
    const { added, updated, removed, unreadable } = await syncShips(job, { asks: false });
    return { outcome: "done", counts: { added, updated, removed, ...(unreadable ? { unreadable } : {}) } };
  } catch (error) {
    const code = error instanceof AppError ? error.code : "";
    if (code === "ships_shrunk") return { outcome: "held", error: code };
    if (code !== "ships_not_configured" && code !== "ships_syncing") throw error;
    return { outcome: "skipped", error: code };
  }
}

export async function getShipSyncStatus(context: MemberContext): Promise<ShipSyncStatus | null> {
  const { db, actor, language, now } = context;
  const isOurs = eq(shipSyncs.organizationId, actor.organizationId);
  const [[newest], [completed], [waiting = null]] = await readBatch(db, [
    selectNewest(db, isOurs),
    selectNewest(db, isOurs, eq(shipSyncs.status, "completed")),
    selectLoss(db, actor.organizationId),
  ]);
  if (!newest) return null;
  const { status, leaseUntil } = newest;
  const isInterrupted = status === "pending" && leaseUntil !== "" && leaseUntil <= now.toISOString();
  const code = isInterrupted ? "ships_interrupted" : newest.error;
  const entry = code === null ? undefined : definedErrors().get(code);
  return {
    ...newest,
    waiting,
    status: isInterrupted ? "failed" : status,
    completed: completed ?? null,
    error: code !== null && entry ? new AppError(code, entry, {}, {}).text(language) : code,
  };
}

/** The statement that deletes records of ship syncs older than 90 days, except the newest of each organization. */
export const deleteOldShipSyncs = ({ db, now }: SystemContext) =>
  db.run(sql`delete from ${shipSyncs} where created_at < ${hoursFrom(now, -90 * 24)}
    and id not in (select max(id) from ${shipSyncs} group by organization_id, status)`);
