import { eq, type SQL, sql } from "drizzle-orm";
import type { Context, UserContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { guard, write } from "../../lib/guard.ts";
import { isAssignable } from "../members/index.ts";
import { HISTORY_COLUMNS } from "./list.ts";
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
  CreateProspectInput,
  DeadlineInput,
  NotesInput,
  ProspectHistoryEntry,
  TimeInput,
} from "./prospects.schema.ts";
import { prospects } from "./prospects.table.ts";
import { prospectAudit, prospectErrors } from "./prospects.texts.ts";

/** What every new prospect begins with. */
function atIntro({ actor, now }: Context) {
  const at = now.toISOString();
  const status = "intro" as const;
  return { organizationId: actor.organizationId, status, stageChangedAt: at, createdAt: at, updatedAt: at };
}

const CREATED = { action: "created", newValue: "intro" } as const;

/**
 * Adds a person to the pipeline at `intro`.
 * @throws AppError discord_id_taken, assignee_unavailable, forbidden to assign without prospects.assign
 */
export function createProspect(context: UserContext, input: CreateProspectInput) {
  const { actor } = context;
  const { organizationId = actor.organizationId, displayName, assignedTo = null, deadline = null } = input;
  if (organizationId !== actor.organizationId) throw errors.not_found();
  if (assignedTo !== null) checkAssign(actor, null);
  const discordId = input.discordId || null;
  return prospectRecord.create(context, {
    name: displayName,
    values: {
      ...atIntro(context),
      displayName,
      username: input.username || displayName,
      email: input.email || null,
      assignedTo,
      deadline,
      notes: input.notes?.trim() || null,
      discordId,
      starCitizenId: input.starCitizenId || null,
      referralSource: input.referralSource || null,
    },
    history: [CREATED],
    audit: [{ action: "prospect.created" }],
    require: requireAssignable(context, assignedTo),
    taken: { "prospects.discord_id": prospectErrors.discord_id_taken({ discordId: discordId ?? "" }) },
  });
}

/** The guard that a member can be given prospects at the moment of writing; none for nobody. */
export const requireAssignable = ({ actor }: UserContext, memberId: number | null) =>
  memberId === null
    ? []
    : [guard(isAssignable(actor.organizationId, memberId), prospectErrors.assignee_unavailable())];

/** The statements that put a user who registers on the website into the pipeline at intro. */
export const insertWebsiteProspect = (
  context: Context,
  person: { userId: SQL; username: string; displayName: string; email: string | null },
) => [
  context.db.insert(prospects).values({ ...atIntro(context), ...person, referralSource: "website" }),
  insertHistory(context, sql`(select max(id) from ${prospects})`, CREATED),
];

/**
 * Gives a prospect to a member, or to nobody.
 * @throws AppError forbidden to take it from its assignee, assignee_unavailable, stale_version, not_found
 */
export const assignProspect = (context: UserContext, id: number, input: AssignInput) =>
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
  const previousValue = memberName(row.assignedTo);
  const changes = isNewDeadline ? { deadline: { from: row.deadline, to: deadline } } : null;
  const also = isNewDeadline ? { fromDeadline: row.deadline, toDeadline: deadline } : {};
  const details = sql`json_insert(${JSON.stringify(also)}, '$.assignee', ${newValue},
    '$.fromAssignee', ${previousValue}, '$.toAssignee', ${newValue})`;
  return {
    set: { assignedTo, deadline },
    history: [{ action: "assigned", previousValue, newValue, changes }],
    audit: [{ action: "prospect.assigned", details }],
    require: requireAssignable(context, assignedTo),
  };
}

/** Replaces a prospect's notes. @throws AppError stale_version, not_found */
export const changeNotes = (context: UserContext, id: number, input: NotesInput) =>
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
export async function changeDeadline(context: UserContext, id: number, input: DeadlineInput) {
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
    audit: [{ action: "prospect.deadline", details: { from: row.deadline, to: deadline } }],
  };
}

/** Logs minutes spent on a prospect and answers the history entry. @throws AppError not_found */
export async function logTime(context: UserContext, id: number, input: TimeInput) {
  const [row] = await prospectRecord.find(context, eq(prospects.id, id));
  if (!row) throw errors.not_found();
  const entity = { id, name: row.displayName };
  const { minutes } = input;
  const spent = { action: "time", newValue: String(minutes), notes: input.notes || null, minutes } as const;
  const results = await write(context.db, [
    prospectAudit.write(context, { action: "prospect.time", entity, details: { minutes } }),
    insertHistory(context, id, spent).returning(HISTORY_COLUMNS),
  ]);
  const [entry] = results.at(-1) as [ProspectHistoryEntry];
  return entry;
}
