import { sql } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import { endSessionsOfUser } from "../sessions/index.ts";
import { changeRefusal } from "./members.policy.ts";
import { type MemberRow, memberRecord } from "./members.rows.ts";
import type { MemberRoleInput, MemberStatusInput } from "./members.schema.ts";
import { keepAdministrator } from "./membership.ts";
import { requireGrantable, roleName } from "./roles/grant.ts";

/** Edits a member whom the actor may change. @throws AppError not_found, stale_version, own_membership, outranked */
const change: typeof memberRecord.edit = (context, id, version, make) =>
  memberRecord.edit(context, id, version, (row) => {
    const refusal = changeRefusal(context.actor, row);
    if (refusal) throw refusal;
    return make(row);
  });

const keepAnother = ({ actor }: UserContext, { displayName, roleKey }: MemberRow) =>
  roleKey === "administrator" ? [keepAdministrator(actor.organizationId, displayName)] : [];

/** Makes a member active or inactive, who then loses their sessions. @throws AppError last_administrator, as `change` */
export const changeMemberStatus = (
  context: UserContext,
  id: number,
  { status, version }: MemberStatusInput,
) =>
  change(context, id, version, (row) => {
    if (row.status === status) return null;
    const isLeaving = status === "inactive";
    return {
      set: { status },
      history: [{ action: "status", previousValue: row.status, newValue: status }],
      audit: [{ action: isLeaving ? "member.deactivated" : "member.activated" }],
      also: isLeaving ? [endSessionsOfUser(context.db, row.userId)] : [],
      ensure: isLeaving ? keepAnother(context, row) : [],
    };
  });

/**
 * Gives a member another role, which no longer follows their Discord roles until one of those is mapped.
 * @throws AppError role_not_yours, last_administrator, as `change`
 */
export const changeMemberRole = (context: UserContext, id: number, { roleId, version }: MemberRoleInput) =>
  change(context, id, version, (row) => {
    if (row.roleId === roleId) return null;
    const details = sql`json_object('fromRole', ${row.role}, 'toRole', ${roleName(roleId)})`;
    return {
      set: { roleId, roleSource: "person" },
      history: [{ action: "role", previousValue: row.role, newValue: roleName(roleId) }],
      audit: [{ action: "member.role", details }],
      require: [requireGrantable(context.actor, roleId, roleId)],
      ensure: keepAnother(context, row),
    };
  });

/** Ends all sessions of a member. @throws AppError as `change` says */
export const endMemberSessions = (context: UserContext, id: number) =>
  change(context, id, undefined, (row) => ({
    audit: [{ action: "member.sessions_ended" }],
    also: [endSessionsOfUser(context.db, row.userId)],
  }));
