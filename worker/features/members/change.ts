import { sql } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { requireGrantable, roleName } from "../roles/index.ts";
import { endSessionsOfUser } from "../sessions/index.ts";
import { memberErrors } from "./members.errors.ts";
import { changeRefusal } from "./members.policy.ts";
import { type MemberRow, memberRecord } from "./members.rows.ts";
import type { Member, MemberRoleInput, MemberStatusInput } from "./members.schema.ts";
import { hasAdministrator } from "./membership.ts";

/** @throws AppError own_membership, outranked */
function requireChangeable({ actor }: UserContext, row: MemberRow): void {
  const refusal = changeRefusal(actor, row);
  if (refusal) throw refusal;
}

/** The guard, for a member who is an administrator, that another active one is left when all is written. */
const keepAdministrator = ({ actor }: UserContext, { displayName, roleKey }: MemberRow): Guard[] =>
  roleKey === "administrator"
    ? [guard(hasAdministrator(actor.organizationId), memberErrors.last_administrator({ name: displayName }))]
    : [];

/**
 * Makes a member active or inactive. An inactive member loses permissions and sessions at once; their place in
 * the pipeline stays as it is.
 * @throws AppError not_found, stale_version, own_membership, outranked, last_administrator
 */
export const changeMemberStatus = (
  context: UserContext,
  id: number,
  { status, version }: MemberStatusInput,
): Promise<Member> =>
  memberRecord.edit(context, id, version, (row) => {
    requireChangeable(context, row);
    if (row.status === status) return null;
    const isLeaving = status === "inactive";
    return {
      set: { status },
      history: [{ action: "status", previousValue: row.status, newValue: status }],
      audit: [{ action: isLeaving ? "member.deactivated" : "member.activated" }],
      also: isLeaving ? [endSessionsOfUser(context.db, row.userId)] : [],
      ensure: isLeaving ? keepAdministrator(context, row) : [],
    };
  });

/**
 * Gives a member another role, which no longer follows their Discord roles until one of those is mapped.
 * @throws AppError not_found, stale_version, own_membership, outranked, role_not_yours, last_administrator
 */
export const changeMemberRole = (
  context: UserContext,
  id: number,
  { roleId, version }: MemberRoleInput,
): Promise<Member> =>
  memberRecord.edit(context, id, version, (row) => {
    requireChangeable(context, row);
    if (row.roleId === roleId) return null;
    return {
      set: { roleId, roleSource: "person" },
      history: [{ action: "role", previousValue: row.role, newValue: roleName(roleId) }],
      audit: [
        {
          action: "member.role",
          details: sql`json_object('fromRole', ${row.role}, 'toRole', ${roleName(roleId)})`,
        },
      ],
      require: [requireGrantable(context.actor, roleId)],
      ensure: keepAdministrator(context, row),
    };
  });

/** Ends all sessions of a member. @throws AppError not_found, own_membership, outranked */
export async function endMemberSessions(context: UserContext, id: number): Promise<void> {
  await memberRecord.edit(context, id, undefined, (row) => {
    requireChangeable(context, row);
    return {
      audit: [{ action: "member.sessions_ended" }],
      also: [endSessionsOfUser(context.db, row.userId)],
    };
  });
}
