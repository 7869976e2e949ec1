import { type SQL, sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { guardGrantable, guardProofFor, roleErrors, roles } from "../roles/index.ts";
import { users } from "../users/index.ts";
import { memberErrors } from "./members.policy.ts";
import { members } from "./members.table.ts";
import { memberNotices } from "./members.texts.ts";
import { changeRoles } from "./membership.ts";

/**
 * Statements that give an active member a role by the rules of `changeMemberRole`; nothing where they hold it or `when` is
 * false. `changed` follows a `select`: the member as `members`, their role as `previous`, the new one as `roles`; after the
 * change it is empty.
 * @param when SQL condition on these
 */
export function giveRole(
  context: MemberContext,
  { id, name }: { id: number; name: string },
  roleId: SQL,
  when: SQL,
): { checkBefore: Guard[]; writeAfter: Statement[]; changed: SQL } {
  const { db, actor } = context;
  const changed = sql`from ${members} join ${users} on users.id = members.user_id
    join ${roles} previous on previous.id = members.role_id
    join ${roles} on roles.id = ${roleId} and roles.id <> previous.id
    where members.user_id = ${id} and members.status = 'active' and ${when}`;
  const rank = Math.min(actor.rank, Number.MAX_SAFE_INTEGER);
  const grantable = guardGrantable(actor, roleId, "");
  const notGrantable = async () => {
    const [found] = await db.all<{ role: string }>(sql`select roles.name as role ${changed}`);
    return roleErrors.role_not_yours({ role: found?.role ?? "" });
  };
  const details = sql`(select json_object('by', ${actor.name}, 'role', roles.name) ${changed})`;
  return {
    checkBefore: [
      guard(
        sql`not exists (select 1 ${changed} and previous.priority >= ${rank})`,
        memberErrors.outranked({ name }),
      ),
      guard(sql`not exists (select 1 ${changed}) or ${grantable.condition}`, notGrantable),
      guardProofFor(context, sql`(select previous.id ${changed})`, sql`(select roles.id ${changed})`),
    ],
    writeAfter: [
      ...memberNotices.write(context, sql`select users.id as id ${changed}`, "member.role", details),
      ...changeRoles(context, changed, "person"),
    ],
    changed,
  };
}
