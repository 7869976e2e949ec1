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
 * Rehearses to restore the newest backup in the bucket: reads it to its end, proves its checksums, and compares each of its
 * rows, as an administrator's rehearsal does. Nothing of it is left.
 * @throws AppError why it could not be restored, which the record of the job's run says
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
