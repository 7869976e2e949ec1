import { eq } from "drizzle-orm";
import { actorWithoutSession } from "../../../lib/actor.ts";
import type { SystemContext } from "../../../lib/context.ts";
import type { Feature, JobResult } from "../../../lib/feature.ts";
import { write } from "../../../lib/guard.ts";
import { openNewestBackup } from "../bucket.ts";
import { backupPlan } from "../export.ts";
import { restores } from "./restore.table.ts";
import { rehearse } from "./restore.ts";
import { deleteRows } from "./stage.ts";

/**
 * Rehearses a restore of the newest backup in the bucket: reads it completely, verifies its checksums, and compares each row
 * like an administrator's rehearsal. Leaves nothing behind.
 * @throws AppError why it could not be restored, for the record of the job's run
 */
export async function rehearseByJob(
  context: SystemContext,
  organizationId: number,
  features: readonly Feature[],
): Promise<JobResult> {
  const newest = await openNewestBackup(context.env, organizationId);
  if (!newest) return { outcome: "skipped" };
  const { db } = context;
  const job = { ...context, actor: actorWithoutSession("job", organizationId, "Schedule") };
  const { id, document } = await rehearse(job, backupPlan(features), newest.body, "schedule");
  await write(db, [deleteRows(db, id), db.delete(restores).where(eq(restores.id, id))]);
  return { outcome: "done", counts: { rows: document.rows } };
}
