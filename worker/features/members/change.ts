import { sql } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { write } from "../../lib/guard.ts";
import { endSessionsOfUser } from "../sessions/index.ts";
import { forgetDevices, type Notice, notifyByMail } from "../users/index.ts";
import { changeRefusal } from "./members.policy.ts";
import { type MemberRow, memberRecord } from "./members.rows.ts";
import type { Member, MemberRoleInput, MemberStatusInput } from "./members.schema.ts";
import { memberAudit, memberNotices, roleNotice, statusNotice } from "./members.texts.ts";
import { endAccess, keepAdministrator } from "./membership.ts";
import { findPersonBelow, staysAsFound } from "./person.ts";
import { requireGrantable, requireProofFor, roleName } from "./roles/grant.ts";

/** Edits a member, if the actor may. @throws AppError not_found, stale_version, own_membership, outranked */
export const editMember: typeof memberRecord.edit = (context, id, version, make) =>
  memberRecord.edit(context, id, version, (row) => {
    const refusal = changeRefusal(context.actor, row);
    if (refusal) throw refusal;
    return make(row);
  });

/** The same, after which the member is told by e-mail where anything changed. */
async function changeAndTell(
  context: UserContext,
  id: number,
  version: number | undefined,
  make: Parameters<typeof memberRecord.edit>[3],
  noticeOf: (member: Member) => Notice,
): Promise<Member> {
  let isChanged = false;
  const member = await editMember(context, id, version, async (row) => {
    const plan = await make(row);
    isChanged = plan !== null;
    return plan;
  });
  if (isChanged) context.later?.(notifyByMail(context, member.userId, noticeOf(member)));
  return member;
}

const keepAnother = ({ actor }: UserContext, { displayName, roleKey }: MemberRow) =>
  roleKey === "administrator" ? [keepAdministrator(actor.organizationId, displayName)] : [];

/**
 * Makes a member active or inactive, who then loses their sessions.
 * @throws AppError reauthentication_required for one of the administration, last_administrator, as `editMember`
 */
export const changeMemberStatus = (
  context: UserContext,
  id: number,
  { status, version }: MemberStatusInput,
) =>
  changeAndTell(
    context,
    id,
    version,
    (row) => {
      if (row.status === status) return null;
      const isLeaving = status === "inactive";
      return {
        set: { status },
        history: [{ action: "status", previousValue: row.status, newValue: status }],
        audit: [{ action: isLeaving ? "member.deactivated" : "member.activated" }],
        also: isLeaving ? endAccess(context.db, row.userId) : [],
        require: [requireProofFor(context, row.roleId)],
        ensure: isLeaving ? keepAnother(context, row) : [],
      };
    },
    (member) => statusNotice(member.status, context.actor.name),
  );

/**
 * Gives a member another role, which no longer follows their Discord roles until one of those is mapped.
 * @throws AppError role_not_yours, reauthentication_required for a role of the administration, also for the one that they
 *   held, last_administrator, as `editMember`
 */
export const changeMemberRole = (context: UserContext, id: number, { roleId, version }: MemberRoleInput) =>
  changeAndTell(
    context,
    id,
    version,
    (row) => {
      if (row.roleId === roleId) return null;
      const details = sql`json_object('fromRole', ${row.role}, 'toRole', ${roleName(roleId)})`;
      return {
        set: { roleId, roleSource: "person" },
        history: [{ action: "role", previousValue: row.role, newValue: roleName(roleId) }],
        audit: [{ action: "member.role", details }],
        require: [
          requireGrantable(context.actor, roleId, roleId),
          requireProofFor(context, row.roleId, roleId),
        ],
        ensure: keepAnother(context, row),
      };
    },
    (member) => roleNotice(member.role, context.actor.name),
  );

/**
 * The statements that end all sessions of a user, who is told.
 * @param forget the statement that forgets their devices
 */
export const endAllSessions = (
  context: UserContext,
  userId: number,
  forget: Statement = forgetDevices(context, userId),
): Statement[] => [
  endSessionsOfUser(context.db, userId),
  forget,
  memberNotices.write(context, userId, "member.sessions_ended", { by: context.actor.name }),
];

/** Ends all sessions of a member. @throws AppError as `editMember` says */
export const endMemberSessions = (context: UserContext, id: number) =>
  editMember(context, id, undefined, (row) => ({
    audit: [{ action: "member.sessions_ended" }],
    also: endAllSessions(context, row.userId),
  }));

/**
 * Ends all sessions of a user, who may be no member.
 * @throws AppError not_found, own_membership, outranked, stale_version when their membership changed
 */
export async function endUserSessions(context: UserContext, userId: number): Promise<void> {
  const person = await findPersonBelow(context, userId);
  await write(context.db, [
    ...staysAsFound(context, person),
    ...endAllSessions(context, userId),
    memberAudit.write(context, {
      action: "user.sessions_ended_by",
      entity: { id: userId, name: person.name },
    }),
  ]);
}
