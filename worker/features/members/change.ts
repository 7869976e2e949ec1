import { sql } from "drizzle-orm";
import { outranks } from "../../lib/actor.ts";
import type { ById, MemberContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { write } from "../../lib/guard.ts";
import { invalidField } from "../../lib/validation.ts";
import { guardGrantable, guardProofFor, roleErrors, roleName, roleRecord } from "../roles/index.ts";
import { endSessionsOfUser } from "../sessions/index.ts";
import { forgetDevices, users } from "../users/index.ts";
import { whenInactive } from "./attached.ts";
import { changeRefusal, memberErrors } from "./members.policy.ts";
import { insertHistory, type MemberRow, memberRecord } from "./members.rows.ts";
import type { MemberRoleInput, MemberStatusInput, MoveMembersInput } from "./members.schema.ts";
import { members } from "./members.table.ts";
import { memberAudit, memberNotices } from "./members.texts.ts";
import { endAccess, guardAdministrator } from "./membership.ts";
import { findPersonBelow, guardPerson } from "./person.ts";

/** Edits a member, if the actor may. @throws AppError not_found, stale_version, own_membership, outranked */
export const editMember: typeof memberRecord.edit = (context, id, version, make, options) => {
  const guarded: typeof make = (row, more) => {
    const refusal = changeRefusal(context.actor, row);
    if (refusal) throw refusal;
    return make(row, more);
  };
  return memberRecord.edit(context, id, version, guarded, options);
};

const guardAnother = ({ actor }: MemberContext, { displayName, roleKey }: MemberRow) =>
  roleKey === "administrator" ? [guardAdministrator(actor.organizationId, displayName)] : [];

/**
 * Makes a member active, or inactive, which ends their access.
 * @throws AppError reauthentication_required for one of the administration, last_administrator, as `editMember`
 */
export const changeMemberStatus = (
  context: MemberContext,
  { id, status, version }: ById<MemberStatusInput>,
) =>
  editMember(context, id, version, (row) => {
    if (row.status === status) return null;
    const isLeaving = status === "inactive";
    const action = isLeaving ? "member.deactivated" : "member.activated";
    return {
      set: { status },
      history: [{ action: "status", from: row.status, to: status }],
      audit: [{ action }],
      notices: [memberNotices.entry(row.userId, action, { by: context.actor.name })],
      writeAfter: isLeaving
        ? [...endAccess(context.db, row.userId), ...whenInactive(context, row.userId)]
        : [],
      checkBefore: [guardProofFor(context, row.roleId)],
      checkAfter: isLeaving ? guardAnother(context, row) : [],
    };
  });

/**
 * Gives a member another role; a mapped Discord role decides again once they have one.
 * @throws AppError role_not_yours, reauthentication_required if either role is of the administration, last_administrator, as
 * `editMember`
 */
export const changeMemberRole = (context: MemberContext, { id, roleId, version }: ById<MemberRoleInput>) =>
  editMember(context, id, version, (row) => {
    if (row.roleId === roleId) return null;
    const { actor } = context;
    const details = sql`json_object('fromRole', ${row.role}, 'toRole', ${roleName(roleId)})`;
    const noticeDetails = sql`json_object('by', ${actor.name}, 'role', ${roleName(roleId)})`;
    return {
      set: { roleId, roleSource: "person" },
      history: [{ action: "role", from: row.role, to: roleName(roleId) }],
      audit: [{ action: "member.role", details }],
      notices: [memberNotices.entry(row.userId, "member.role", noticeDetails)],
      checkBefore: [guardGrantable(actor, roleId, roleId), guardProofFor(context, row.roleId, roleId)],
      checkAfter: guardAnother(context, row),
    };
  });

/** The statements that end all sessions of a user and notify them. @param forget forgets their devices */
export const endAllSessions = (
  context: MemberContext,
  userId: number,
  forget: Statement = forgetDevices(context, userId),
): Statement[] => [
  endSessionsOfUser(context.db, userId),
  forget,
  ...memberNotices.write(context, userId, "member.sessions_ended", { by: context.actor.name }),
];

/** Ends all sessions of a member. @throws AppError as `editMember` */
export async function endMemberSessions(context: MemberContext, { id }: ById): Promise<void> {
  const audit = [{ action: "member.sessions_ended" }] as const;
  const make = (row: MemberRow) => ({ audit, writeAfter: endAllSessions(context, row.userId) });
  await editMember(context, id, undefined, make, { isUnanswered: true });
}

/**
 * Ends all sessions of a user, with or without a membership.
 * @throws AppError not_found, own_membership, outranked, stale_version when their membership changed
 */
export async function endUserSessions(context: MemberContext, { id }: ById): Promise<void> {
  const person = await findPersonBelow(context, id);
  await write(context.db, [
    ...guardPerson(context, person),
    ...endAllSessions(context, id),
    memberAudit.write(context, { action: "user.sessions_ended_by", entity: { id, name: person.name } }),
  ]);
}

/**
 * Gives all members of a role another one, each with entries in history and audit log, and returns their previous role. Refuses
 * the actor's own role, and so that of administrators, whom only administrators outrank.
 * @throws AppError not_found, own_membership, role_above_yours, role_not_yours
 */
export const moveMembers = (context: MemberContext, { id, roleId }: ById<MoveMembersInput>) =>
  roleRecord.edit(context, id, undefined, (row) => {
    const { db, actor, now, language } = context;
    if (roleId === row.id) throw invalidField("roleId", language);
    if (actor.role?.id === row.id) throw memberErrors.own_membership();
    if (!outranks(actor, row.priority)) throw roleErrors.role_above_yours({ role: row.name });
    if (row.people === 0) return null;
    const holders = sql`from ${members} where ${members.roleId} = ${row.id}`;
    const toRole = roleName(roleId);
    const details = sql`json_object('count', (select count(*) ${holders}), 'toRole', ${toRole})`;
    return {
      audit: [{ action: "role.members_moved", details }],
      writeAfter: [
        insertHistory(context, "role", sql`${members.id}, ${row.name}, ${toRole}, null ${holders}`),
        memberAudit.writeMany(context, "member.role", {
          id: sql`${members.id}`,
          name: sql`(select display_name from ${users} where ${users.id} = ${members.userId})`,
          details: sql`json_object('fromRole', ${row.name}, 'toRole', ${toRole})`,
          from: holders,
        }),
        db.run(sql`update ${members} set role_id = ${roleId}, role_source = 'person', version = version + 1,
            updated_at = ${now.toISOString()}
          where role_id = ${row.id}`),
      ],
      checkBefore: [guardGrantable(actor, roleId, roleId)],
    };
  });
