import { sql } from "drizzle-orm";
import { outranks } from "../../../lib/actor.ts";
import type { ById, MemberContext } from "../../../lib/context.ts";
import { memberErrors } from "../../members/index.ts";
import { whenMoved } from "../attached.ts";
import { type ProspectPlan, type ProspectRow, prospectRecord } from "../prospects.rows.ts";
import { prospectErrors } from "../prospects.texts.ts";
import type { RemoveInput } from "./corrections.schema.ts";
import { removedOf } from "./merge.ts";
import { insertRemoval, REMOVAL } from "./removed.ts";

/**
 * Deletes a prospect who is no member, for a reason that history and audit log keep. It can be restored for RESTORE_DAYS; a
 * sync does not restore it.
 * @throws AppError prospect_is_member, outranked, stale_version, not_found
 */
export async function removeProspect(context: MemberContext, { id, reason, version }: ById<RemoveInput>) {
  const plan = (row: ProspectRow): ProspectPlan => {
    const { displayName: name, status } = row;
    if (!outranks(context.actor, row.rolePriority)) throw memberErrors.outranked({ name });
    if (row.memberId !== null) throw prospectErrors.prospect_is_member({ name });
    return {
      writeBefore: whenMoved(context, sql`select ${id} as id`, "inactive"),
      set: REMOVAL,
      history: [{ action: "deleted", previousValue: status, notes: reason }],
      audit: [{ action: "prospect.deleted", details: { reason } }],
      writeAfter: [
        insertRemoval(context, {
          prospectId: id,
          reason,
          before: { removed: removedOf(row), kept: {}, memberId: null, signIn: null },
        }),
      ],
    };
  };
  await prospectRecord.edit(context, id, version, plan, { isUnanswered: true });
}
