import { sql } from "drizzle-orm";
import { outranks } from "../../lib/actor.ts";
import { announceTo } from "../../lib/announcements.ts";
import { assertRecent, type ById, type MemberContext } from "../../lib/context.ts";
import { jsonList } from "../../lib/db/client.ts";
import { newest } from "../../lib/guard.ts";
import { requiredField } from "../../lib/validation.ts";
import * as members from "../members/index.ts";
import { guardProofFor } from "../roles/index.ts";
import { insertUser } from "../users/index.ts";
import { type AccountUser, accountUserOf, selectAccountUsers } from "./account-user.ts";
import { whenMoved } from "./attached.ts";
import { assertTakesDeadline, assignedOf, guardAssignable } from "./change.ts";
import { userOf } from "./corrections/correct.ts";
import { prospectAnnouncements } from "./prospects.announcements.ts";
import { assertAssigns, movesFrom } from "./prospects.policy.ts";
import {
  beforeChange,
  memberName,
  noticeOfAssignment,
  type ProspectPlan,
  type ProspectRow,
  prospectRecord,
} from "./prospects.rows.ts";
import { isOpenStage, needsAssignee, needsReason, type StatusInput, stageOf } from "./prospects.schema.ts";
import { prospects } from "./prospects.table.ts";
import { prospectErrors, STATUS_TEXTS } from "./prospects.texts.ts";

/** Moves a prospect along the pipeline. @throws AppError as `planMove`, stale_version, not_found */
export const changeStatus = (context: MemberContext, { id, ...input }: ById<StatusInput>) =>
  prospectRecord.edit(
    context,
    id,
    input.version,
    (row, [accounts]) => planMove(context, row, input, accounts as AccountUser[] | undefined),
    { more: input.status === "active" ? [selectAccountUsers(context, jsonList([id]))] : [] },
  );

type Move = Omit<StatusInput, "updatedBy" | "version">;

/**
 * The plan of a move along the pipeline. Entering active makes the person a member, and a user: an existing user with their
 * Discord account, like a sync. Leaving it ends their access.
 * @param accounts the users with the Discord accounts of prospects that enter active
 * @throws AppError illegal_transition naming both states, outranked, assignee_needed, reason_needed, forbidden,
 * no_deadline_here, discord_id_taken, as `planMembership`
 */
export function planMove(
  context: MemberContext,
  found: ProspectRow,
  move: Move,
  accounts: readonly AccountUser[] = [],
): ProspectPlan {
  const { actor, language, now } = context;
  const { status: to, assignedTo = found.assignedTo } = move;
  const account = to === "active" ? accountUserOf(found, accounts) : undefined;
  const row = { ...found, ...account };
  const { displayName: name, status: from, discordId } = row;
  if (!movesFrom(actor, from).includes(to)) {
    const texts = { from: STATUS_TEXTS[from][language], to: STATUS_TEXTS[to][language] };
    throw prospectErrors.illegal_transition(texts);
  }
  if (!outranks(actor, row.rolePriority)) throw members.memberErrors.outranked({ name });
  const notes = move.reason || move.notes || null;
  if (needsReason(row, to) && !notes)
    throw prospectErrors.reason_needed({}, { errors: requiredField("reason", language) });
  if (needsAssignee(to) && assignedTo === null) throw prospectErrors.assignee_needed({ name });
  const isNewAssignee = assignedTo !== row.assignedTo;
  if (isNewAssignee) assertAssigns(actor, row.assignedTo);
  assertTakesDeadline(row, to, move.deadline);
  // Only open prospects have a deadline.
  const kept = isOpenStage(stageOf(to)) ? row.deadline : null;
  const deadline = move.deadline === undefined ? kept : move.deadline;
  const changes = changesOf(row, { assignedTo, deadline }, move.outcome);
  // Going back to onboarding does not change a membership.
  const wanted = to === "active" || (to === "inactive" && row.memberStatus) ? to : row.memberStatus;
  return {
    writeBefore: whenMoved(context, sql`select ${row.id} as id`, to, move),
    // Sets only changed columns: each index entry of a set column is a written row.
    set: {
      status: to,
      stageChangedAt: now.toISOString(),
      ...(account ? { userId: account.userId } : {}),
      ...(isNewAssignee ? { assignedTo } : {}),
      ...(deadline === row.deadline ? {} : { deadline }),
    },
    history: [
      { action: "status", previousValue: from, newValue: to, notes, changes, before: beforeChange(row) },
    ],
    audit: [{ action: "prospect.status", details: detailsOf(row, { from, to }, { assignedTo, deadline }) }],
    notices: isNewAssignee ? noticeOfAssignment(context, { assignedTo, id: row.id, name, deadline }) : [],
    announcements: [
      prospectAnnouncements.entry("prospect.moved", { name, from, to }),
      ...(isNewAssignee ? assignedOf(row, assignedTo) : []),
    ],
    unchanged:
      to === "active" && found.userId === null && discordId !== null
        ? [sql`${userOf(context, discordId)} is ${row.userId}`]
        : [],
    checkBefore: isNewAssignee ? guardAssignable(context, assignedTo) : [],
    ...planMembership(context, row, wanted),
  };
}

/** The details of a move in the audit log: stages, deadlines and the names of assignees, each before and after. */
function detailsOf(
  row: ProspectRow,
  stages: { from: string; to: string },
  { assignedTo, deadline }: Pick<ProspectRow, "assignedTo" | "deadline">,
) {
  const isNewDeadline = deadline !== row.deadline;
  const known = { ...stages, ...(isNewDeadline ? { fromDeadline: row.deadline, toDeadline: deadline } : {}) };
  if (assignedTo === row.assignedTo) return known;
  return sql`json_insert(${JSON.stringify(known)}, '$.fromAssignee', ${memberName(row.assignedTo)},
    '$.toAssignee', ${memberName(assignedTo)})`;
}

/** The further values of a change in the history: deadline, outcome, and the names of assignees before and after. */
export function changesOf(
  row: ProspectRow,
  { assignedTo, deadline }: Pick<ProspectRow, "assignedTo" | "deadline">,
  outcome?: StatusInput["outcome"],
) {
  const changes = {
    ...(deadline === row.deadline ? {} : { deadline: { from: row.deadline, to: deadline } }),
    ...(outcome ? { outcome: { from: null, to: outcome } } : {}),
  };
  if (assignedTo === row.assignedTo) return Object.keys(changes).length ? changes : null;
  return sql`json_insert(${JSON.stringify(changes)}, '$.assignedTo',
    json_object('from', ${memberName(row.assignedTo)}, 'to', ${memberName(assignedTo)}))`;
}

/**
 * The statements that set the status of a prospect's membership: active makes the member (and the user, for a person without one),
 * inactive ends their access, null removes the membership.
 * @throws AppError reauthentication_required for a membership of the administration
 */
export function planMembership(
  context: MemberContext,
  row: ProspectRow,
  wanted: members.MemberStatus | null,
): Pick<ProspectPlan, "writeAfter" | "checkAfter"> {
  const { organizationId, userId, displayName: name } = row;
  if (wanted === row.memberStatus) return {};
  if (userId === null || row.memberId === null) {
    const given = members.systemRoleId(organizationId, "member");
    return { writeAfter: makeMember(context, row), checkAfter: [guardProofFor(context, given)] };
  }
  if (row.isOfAdministration) assertRecent(context.actor, context.now);
  if (wanted === "active") return { writeAfter: members.setMemberStatus(context, userId, wanted) };
  const checkAfter = [members.guardAdministrator(organizationId, name)];
  if (wanted === null) return { writeAfter: members.removeMembers(context, userId), checkAfter };
  const deactivate = members.setMemberStatus(context, userId, wanted);
  return { writeAfter: [...deactivate, ...members.endAccess(context.db, userId)], checkAfter };
}

function makeMember(context: MemberContext, row: ProspectRow) {
  const { organizationId, id, username, displayName, email, discordId } = row;
  const member = [
    ...members.insertMember(context, {
      userId: sql`(select user_id from ${prospects} where id = ${id})`,
      roleId: members.systemRoleId(organizationId, "member"),
      inDiscord: row.discordStatus === "active",
      lastSeenAt: row.discordLastSeen,
    }),
    members.memberAudit.write(context, {
      action: "member.joined",
      entity: { id: newest(members.members), name: displayName },
    }),
    ...announceTo(context, {
      ...members.memberAnnouncements.entry("member.joined", { name: displayName }),
      id: newest(members.members),
    }),
  ];
  if (row.userId !== null) return member;
  return [
    // With the Discord id the next sync recognizes the person; signing in with it waits for that sync.
    insertUser(context, { organizationId, username, displayName, email, discordId }),
    // Ids only grow and nothing else writes inside this transaction: the highest is the new one.
    context.db.run(sql`update ${prospects} set user_id = (select max(id) from users) where id = ${id}`),
    ...member,
  ];
}
