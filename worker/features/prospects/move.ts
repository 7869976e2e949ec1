import { sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { AppError } from "../../lib/errors.ts";
import { insertUserWithoutSignIn } from "../account/profile.ts";
import { stageText } from "../activity/list.ts";
import type { MemberStatus } from "../members/members.schema.ts";
import {
  hasAdministrator,
  insertMember,
  removeMember,
  setMemberStatus,
  systemRoleId,
} from "../members/members.ts";
import { endSessionsOfUser } from "../sessions/sessions.ts";
import { type Edit, type Requirement, requireAssignable, type Target } from "./edit.ts";
import { abilities, outranks } from "./prospects.policy.ts";
import { rolePriorityOf } from "./prospects.rows.ts";
import {
  needsAssignee,
  needsReason,
  type ProspectStatus,
  type StatusInput,
  TRANSITIONS,
} from "./prospects.schema.ts";
import { prospects } from "./prospects.table.ts";

type Move = Pick<StatusInput, "status" | "assignedTo" | "deadline" | "reason" | "outcome" | "notes">;

/**
 * What a move along the pipeline writes. Entering active makes the person a member; leaving it ends the
 * membership's access at once.
 * @throws AppError illegal_transition naming both states, outranked, assignee_needed, reason_needed, forbidden
 */
export function moveEdit(context: Context, target: Target, move: Move): Edit {
  const { row, names } = target;
  const { actor, language, now } = context;
  const to = move.status;
  if (!TRANSITIONS[row.status].includes(to)) {
    throw new AppError("illegal_transition", {
      from: stageText(row.status, language),
      to: stageText(to, language),
    });
  }
  if (!outranks(actor, rolePriorityOf(row, target.priorities))) {
    throw new AppError("outranked", { name: row.displayName });
  }
  const comment = move.reason || move.notes || null;
  if (needsReason(row.status, to) && !comment) {
    throw new AppError("reason_needed", {}, { errors: { reason: [reasonText[language]] } });
  }
  const assignment = assignmentOf(context, target, move);
  // Somebody who has left the pipeline has nothing due.
  const deadline = to === "inactive" ? null : move.deadline;
  const isDeadlineChanged = deadline !== undefined && deadline !== row.deadline;
  return {
    changes: {
      status: to,
      stageChangedAt: now.toISOString(),
      ...assignment.changes,
      ...(isDeadlineChanged ? { deadline } : {}),
    },
    history: [
      {
        action: "status",
        previousValue: row.status,
        newValue: to,
        notes: comment,
        changes: orNull({
          ...assignment.record,
          ...(isDeadlineChanged ? { deadline: { from: row.deadline, to: deadline } } : {}),
          ...(move.outcome ? { outcome: { from: null, to: move.outcome } } : {}),
        }),
      },
    ],
    audit: [
      { action: "prospect.status", details: { from: row.status, to } },
      ...(to === "active" && row.memberId === null ? [{ action: "member.joined" as const }] : []),
    ],
    extra: membershipStatements(context, target, memberStatusAt(to, row.memberStatus)),
    require: [
      ...(assignment.memberId !== undefined ? [requireAssignable(context, assignment.memberId)] : []),
      ...(to === "inactive" && row.memberId !== null ? [requireAdministrator(context, target)] : []),
    ],
  };

  function assignmentOf(context: Context, { row }: Target, move: Move) {
    if (needsAssignee(to) && (move.assignedTo ?? row.assignedTo) === null) {
      throw new AppError("assignee_needed", { name: row.displayName });
    }
    if (move.assignedTo === undefined || move.assignedTo === row.assignedTo)
      return { changes: {}, record: {} };
    if (!abilities(context.actor, { ...row, rolePriority: null }).assign) {
      throw new AppError("forbidden", { permission: "crm.assign" });
    }
    const from = row.assignedTo === null ? null : (names.get(row.assignedTo) ?? null);
    return {
      memberId: move.assignedTo,
      changes: { assignedTo: move.assignedTo },
      record: { assignedTo: { from, to: names.get(move.assignedTo) ?? null } },
    };
  }
}

const reasonText = { en: "Required", da: "Skal udfyldes" } as const;

const orNull = <Value extends object>(value: Value) => (Object.keys(value).length ? value : null);

/** The condition that somebody still runs the organization. */
export const requireAdministrator = ({ actor }: Context, { row, priorities }: Target): Requirement => ({
  key: "administrator",
  // Administrators stand above all others: of several people it is one of them who is named.
  rank: rolePriorityOf(row, priorities) ?? 0,
  at: "after",
  condition: hasAdministrator(actor.organizationId),
  otherwise: new AppError("last_administrator", { name: row.displayName }),
});

/** Becoming active makes a member, leaving the pipeline ends the access; going back to onboarding does neither. */
const memberStatusAt = (to: ProspectStatus, before: MemberStatus | null): MemberStatus | null =>
  to === "active" ? "active" : to === "inactive" && before !== null ? "inactive" : before;

/**
 * The statements that give a prospect's membership a status: active makes the member (and the user, for a
 * person who has none), inactive ends its access and its sessions, null takes it back as if never made.
 */
export function membershipStatements(
  { db, actor, now }: Context,
  { row }: Target,
  wanted: MemberStatus | null,
): Statement[] {
  if (wanted === row.memberStatus) return [];
  const at = now.toISOString();
  if (wanted !== "active") {
    if (row.userId === null) return [];
    if (wanted === null) return removeMember(db, row.userId, at);
    return [setMemberStatus(db, row.userId, "inactive", at), endSessionsOfUser(db, row.userId)];
  }
  if (row.userId !== null && row.memberId !== null) return [setMemberStatus(db, row.userId, "active", at)];
  const makeUser =
    row.userId === null
      ? [
          insertUserWithoutSignIn(db, {
            organizationId: actor.organizationId,
            username: row.username,
            displayName: row.displayName,
            email: row.email,
            discordId: row.discordId,
            at,
          }),
          // Ids only grow and nothing else writes inside this transaction: the highest is the new one.
          db.run(sql`update ${prospects} set user_id = (select max(id) from users) where id = ${row.id}`),
        ]
      : [];
  return [
    ...makeUser,
    insertMember(db, {
      organizationId: actor.organizationId,
      userId: sql`(select user_id from ${prospects} where id = ${row.id})`,
      roleId: systemRoleId(actor.organizationId, "member"),
      joinedAt: at,
    }),
  ];
}
