import { type SQL, sql } from "drizzle-orm";
import { outranks } from "../../lib/actor.ts";
import type { UserContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { requiredField } from "../../lib/validation.ts";
import { memberAudit, memberErrors } from "../members/index.ts";
import { requireAssignable } from "./create.ts";
import { keepAdministrator, memberStatusAt, membershipStatements } from "./membership.ts";
import { prospectErrors } from "./prospects.errors.ts";
import { abilities } from "./prospects.policy.ts";
import { memberName, type ProspectPlan, type ProspectRow, prospectRecord } from "./prospects.rows.ts";
import {
  needsAssignee,
  needsReason,
  type Prospect,
  type ProspectHistoryEntry,
  type StatusInput,
  TRANSITIONS,
} from "./prospects.schema.ts";
import { statusText } from "./prospects.texts.ts";

type Changes = NonNullable<ProspectHistoryEntry["changes"]>;
type Move = Pick<StatusInput, "status" | "assignedTo" | "deadline" | "reason" | "outcome" | "notes">;

/** Moves a prospect along the pipeline. @throws AppError as `planMove` says, stale_version, not_found */
export const changeStatus = (context: UserContext, id: number, input: StatusInput): Promise<Prospect> =>
  prospectRecord.edit(context, id, input.version, (row) => planMove(context, row, input));

/**
 * What a move along the pipeline writes. Entering active makes the person a member; leaving it ends the
 * membership's access at once.
 * @throws AppError illegal_transition naming both states, outranked, assignee_needed, reason_needed, forbidden
 */
export function planMove(context: UserContext, row: ProspectRow, move: Move): ProspectPlan {
  const { actor, language, now } = context;
  const { status: to } = move;
  const { displayName: name } = row;
  if (!TRANSITIONS[row.status].includes(to)) {
    throw prospectErrors.illegal_transition({
      from: statusText(row.status, language),
      to: statusText(to, language),
    });
  }
  if (!outranks(actor, row.rolePriority)) throw memberErrors.outranked({ name });
  const comment = move.reason || move.notes || null;
  if (needsReason(row.status, to) && !comment) {
    throw prospectErrors.reason_needed({}, { errors: requiredField("reason", language) });
  }
  const { assignedTo = row.assignedTo } = move;
  if (needsAssignee(to) && assignedTo === null) throw prospectErrors.assignee_needed({ name });
  const isNewAssignee = assignedTo !== row.assignedTo;
  if (isNewAssignee && !abilities(actor, row).assign) {
    throw errors.forbidden({ permission: row.assignedTo === null ? "prospects.assign" : "crm.assign" });
  }
  // Nothing is due of a person who has left the pipeline.
  const deadline =
    to === "inactive" ? null : (move.deadline ?? (move.deadline === null ? null : row.deadline));
  const changes: Changes = {
    ...(deadline !== row.deadline ? { deadline: { from: row.deadline, to: deadline } } : {}),
    ...(move.outcome ? { outcome: { from: null, to: move.outcome } } : {}),
  };
  return {
    set: { status: to, stageChangedAt: now.toISOString(), assignedTo, deadline },
    history: [
      {
        action: "status",
        previousValue: row.status,
        newValue: to,
        notes: comment,
        changes: changesWith(changes, row.assignedTo, assignedTo),
      },
    ],
    audit: [{ action: "prospect.status", details: { from: row.status, to } }],
    also: [
      ...membershipStatements(context, row, memberStatusAt(to, row.memberStatus)),
      ...(to === "active" && row.memberId === null
        ? [memberAudit.write(context, { action: "member.joined", entity: { id: row.id, name } })]
        : []),
    ],
    require: isNewAssignee && assignedTo !== null ? [requireAssignable(context, assignedTo)] : [],
    ensure: to === "inactive" && row.memberId !== null ? [keepAdministrator(context, row)] : [],
  };
}

/** The changes of a history entry with the names of the assignees before and after, where it is another one. */
export function changesWith(changes: Changes, from: number | null, to: number | null): Changes | SQL | null {
  if (from === to) return Object.keys(changes).length ? changes : null;
  const nameOf = (id: number | null) => (id === null ? sql`null` : memberName(id));
  return sql`json_insert(${JSON.stringify(changes)}, '$.assignedTo',
    json_object('from', ${nameOf(from)}, 'to', ${nameOf(to)}))`;
}
