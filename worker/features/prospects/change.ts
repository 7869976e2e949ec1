import { eq, sql } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { write } from "../../lib/guard.ts";
import { requireAssignable } from "./create.ts";
import { HISTORY_COLUMNS } from "./list.ts";
import { prospectErrors } from "./prospects.errors.ts";
import { checkAssign } from "./prospects.policy.ts";
import {
  insertHistory,
  memberName,
  type ProspectPlan,
  type ProspectRow,
  prospectRecord,
} from "./prospects.rows.ts";
import type {
  AssignInput,
  DeadlineInput,
  NotesInput,
  Prospect,
  ProspectHistoryEntry,
  TimeInput,
} from "./prospects.schema.ts";
import { prospects } from "./prospects.table.ts";
import { prospectAudit } from "./prospects.texts.ts";

/**
 * Gives a prospect to a member, or to nobody.
 * @throws AppError forbidden without the permission to take it from its assignee, assignee_unavailable,
 * stale_version, not_found
 */
export const assignProspect = (context: UserContext, id: number, input: AssignInput): Promise<Prospect> =>
  prospectRecord.edit(context, id, input.version, (row) => planAssignment(context, row, input));

/** What an assignment writes, null where it changes nothing. @throws AppError forbidden */
export function planAssignment(
  context: UserContext,
  row: ProspectRow,
  { assignedTo, deadline = row.deadline }: Pick<AssignInput, "assignedTo" | "deadline">,
): ProspectPlan | null {
  checkAssign(context.actor, row.assignedTo);
  const isNewDeadline = deadline !== row.deadline;
  if (assignedTo === row.assignedTo && !isNewDeadline) return null;
  const newValue = memberName(assignedTo);
  const changes = isNewDeadline ? { deadline: { from: row.deadline, to: deadline } } : null;
  return {
    set: { assignedTo, deadline },
    history: [{ action: "assigned", previousValue: memberName(row.assignedTo), newValue, changes }],
    audit: [{ action: "prospect.assigned", details: sql`json_object('assignee', ${newValue})` }],
    require: requireAssignable(context, assignedTo),
  };
}

/** Replaces a prospect's notes. @throws AppError stale_version, not_found */
export const changeNotes = (context: UserContext, id: number, input: NotesInput): Promise<Prospect> =>
  prospectRecord.edit(context, id, input.version, (row) => {
    const notes = input.notes?.trim() || null;
    if (notes === row.notes) return null;
    return {
      set: { notes },
      history: [{ action: "notes", previousValue: row.notes, newValue: notes }],
      audit: [{ action: "prospect.notes" }],
    };
  });

/**
 * Sets or clears a prospect's deadline, with a comment for the log; a comment alone is fine too.
 * @throws AppError nothing_to_save, stale_version, not_found
 */
export async function changeDeadline(
  context: UserContext,
  id: number,
  input: DeadlineInput,
): Promise<Prospect> {
  if (input.deadline === undefined && !input.notes) throw prospectErrors.nothing_to_save();
  return prospectRecord.edit(context, id, input.version, (row) => planDeadline(row, input));
}

/** What a new deadline or a comment writes, null where it changes nothing. */
export function planDeadline(
  row: ProspectRow,
  { deadline, notes: comment }: Pick<DeadlineInput, "deadline" | "notes">,
): ProspectPlan | null {
  const notes = comment || null;
  if (deadline === row.deadline && !notes) return null;
  if (deadline === undefined) {
    return { history: [{ action: "notes", notes }], audit: [{ action: "prospect.notes" }] };
  }
  return {
    set: { deadline },
    history: [{ action: "deadline", previousValue: row.deadline, newValue: deadline, notes }],
    audit: [{ action: "prospect.deadline", details: { deadline } }],
  };
}

/** Logs minutes spent on a prospect and answers the history entry. @throws AppError not_found */
export async function logTime(
  context: UserContext,
  id: number,
  { minutes, notes }: TimeInput,
): Promise<ProspectHistoryEntry> {
  const [row] = await prospectRecord.find(context, eq(prospects.id, id));
  if (!row) throw errors.not_found();
  const entity = { id, name: row.displayName };
  const spent = { action: "time", newValue: String(minutes), notes: notes || null, minutes } as const;
  const results = await write(context.db, [
    prospectAudit.write(context, { action: "prospect.time", entity, details: { minutes } }),
    insertHistory(context, id, spent).returning(HISTORY_COLUMNS),
  ]);
  const [entry] = results.at(-1) as [ProspectHistoryEntry];
  return entry;
}
