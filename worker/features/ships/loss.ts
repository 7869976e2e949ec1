import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { type Guard, guard, write } from "../../lib/guard.ts";
import { notify } from "../../lib/notify.ts";
import { holdersOf } from "../members/index.ts";
import { shipErrors } from "./ships.errors.ts";
import type { WaitingLoss } from "./ships.schema.ts";
import { shipSyncs, ships } from "./ships.table.ts";
import { shipAudit, shipNotices } from "./ships.texts.ts";

/** Most characters of the names of ships that the audit log keeps. */
const AUDIT_LENGTH = 1_000;

/** The newest sync that was refused for the ships that its list lacks, since the last completed one. */
export const selectLoss = (db: Db, organizationId: number) =>
  db
    .select({
      id: shipSyncs.id,
      createdAt: shipSyncs.createdAt,
      ships: sql`(select json_group_array(json_object('id', gone.id, 'name', gone.name))
          from json_each(ship_syncs.leaving) each_one cross join ${ships} gone
          where gone.organization_id = ${organizationId} and gone.id = each_one.value)`
        .mapWith((text): WaitingLoss["ships"] => JSON.parse(String(text)))
        .as("gone"),
    })
    .from(shipSyncs)
    .where(
      and(
        eq(shipSyncs.organizationId, organizationId),
        isNotNull(shipSyncs.leaving),
        sql`${shipSyncs.id} > coalesce((select done.id from ${shipSyncs} done
          where done.organization_id = ${organizationId} and done.status = 'completed' order by done.id desc limit 1), 0)`,
      ),
    )
    .orderBy(desc(shipSyncs.id))
    .limit(1);

const ownNotice = (organizationId: number) => ({ organizationId, userId: 0, where: sql`1` });

/** The guard that a refused sync still waits to be accepted. */
export const guardWaiting = ({ db, actor }: Context, id: number): Guard =>
  guard(
    sql`${id} = (select id from (${selectLoss(db, actor.organizationId)}))`,
    shipErrors.ships_not_waiting(),
  );

/** Stores the ships that a list lacks until an administrator accepts the loss; users who may are told once. */
export async function holdLoss(
  context: Context,
  run: { id: number },
  { leaving, before }: { leaving: readonly number[]; before: WaitingLoss | undefined },
): Promise<void> {
  const { db, actor } = context;
  const sorted = leaving.toSorted((a, b) => a - b);
  const known = before?.ships.map(({ id }) => id).toSorted((a, b) => a - b);
  const isNew = JSON.stringify(known) !== JSON.stringify(sorted);
  const details = { missing: leaving.length };
  const notice = shipNotices.entry(holdersOf(actor, "admin.system"), "ships.shrunk", details);
  await write(db, [
    db
      .update(shipSyncs)
      .set({ status: "failed", error: "ships_shrunk", leaving: sorted })
      .where(and(eq(shipSyncs.id, run.id), eq(shipSyncs.status, "pending"))),
    ...(isNew
      ? [
          shipAudit.write(context, { action: "ships.sync_held", details }),
          ...notify(context, { ...notice, replaces: ownNotice(actor.organizationId) }),
        ]
      : []),
  ]);
}

/** The statements of a completed sync: they end a waiting loss, and log whether it was accepted. */
export function settleLoss(
  context: Context,
  before: WaitingLoss | undefined,
  accepted: readonly number[],
): Statement[] {
  if (!before) return [];
  const names = before.ships.flatMap(({ id, name }) => (accepted.includes(id) ? name : []));
  const details = { removed: names.length, ships: names.join(", ").slice(0, AUDIT_LENGTH) };
  return names.length > 0 ? [shipAudit.write(context, { action: "ships.loss_accepted", details })] : [];
}
