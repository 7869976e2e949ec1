import { desc, eq, sql } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { write } from "../../lib/guard.ts";
import { requireAssignable } from "./create.ts";
import { prospectErrors } from "./prospects.errors.ts";
import { abilities } from "./prospects.policy.ts";
import { memberName, type ProspectPlan, type ProspectRow, prospectRecord } from "./prospects.rows.ts";
import type {
  AssignInput,
  DeadlineInput,
  NotesInput,
  Prospect,
  ProspectHistoryEntry,
  TimeInput,
} from "./prospects.schema.ts";
import { prospectHistory, prospects } from "./prospects.table.ts";
import { HISTORY_COLUMNS } from "./read.ts";

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
  if (!abilities(context.actor, row).assign) {
    throw errors.forbidden({ permission: row.assignedTo === null ? "prospects.assign" : "crm.assign" });
  }
  const isNewDeadline = deadline !== row.deadline;
  if (assignedTo === row.assignedTo && !isNewDeadline) return null;
  const to = assignedTo === null ? null : memberName(assignedTo);
  return {
    set: { assignedTo, deadline },
    history: [
      {
        action: "assigned",
        previousValue: row.assignedTo === null ? null : memberName(row.assignedTo),
        newValue: to,
        changes: isNewDeadline ? { deadline: { from: row.deadline, to: deadline } } : null,
      },
    ],
    audit: [{ action: "prospect.assigned", details: sql`json_object('assignee', ${to})` }],
    require: assignedTo === null ? [] : [requireAssignable(context, assignedTo)],
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
  { deadline, notes }: Pick<DeadlineInput, "deadline" | "notes">,
): ProspectPlan | null {
  const comment = notes || null;
  if (deadline === row.deadline && !comment) return null;
  if (deadline === undefined) {
    return { history: [{ action: "notes", notes: comment }], audit: [{ action: "prospect.notes" }] };
  }
  return {
    set: { deadline },
    history: [{ action: "deadline", previousValue: row.deadline, newValue: deadline, notes: comment }],
    audit: [{ action: "prospect.deadline", details: { deadline } }],
  };
}

/** Logs minutes spent on a prospect and answers the history entry. @throws AppError not_found */
export async function logTime(
  context: UserContext,
  id: number,
  { minutes, notes }: TimeInput,
): Promise<ProspectHistoryEntry> {
  const { db } = context;
  const [row] = await prospectRecord.find(context, eq(prospects.id, id));
  if (!row) throw errors.not_found();
  const results = await write(db, [
    ...prospectRecord.steps(context, row, {
      history: [{ action: "time", newValue: String(minutes), notes: notes || null, minutes }],
      audit: [{ action: "prospect.time", details: { minutes } }],
    }),
    db.select(HISTORY_COLUMNS).from(prospectHistory).orderBy(desc(prospectHistory.id)).limit(1),
  ]);
  const [entry] = results.at(-1) as [ProspectHistoryEntry];
  return entry;
}
