import { type SQL, sql } from "drizzle-orm";
import { type Actor, isRecent } from "../../lib/actor.ts";
import { type MemberContext, proofMissing } from "../../lib/context.ts";
import { lowered } from "../../lib/db/search.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { SYSTEM_PERMISSIONS } from "../../lib/permissions.schema.ts";
import { isOfAdministration } from "./held.ts";
import { roleErrors } from "./roles.errors.ts";
import { roles } from "./roles.table.ts";

/** SQL condition: the role of a row has at most the actor's rank, and the actor holds every permission of it. */
function isGrantable(actor: Actor): SQL {
  const holdsAll = SYSTEM_PERMISSIONS.every((each) => actor.permissions.has(each));
  return sql`(${roles.priority} <= ${Math.min(actor.rank, Number.MAX_SAFE_INTEGER)}
    and (${roles.key} is not 'administrator' or ${Number(holdsAll)})
    and not exists (select 1 from json_each(${roles.permissions})
      where instr(${JSON.stringify([...actor.permissions])}, json_quote(value)) = 0))`;
}

/** The guard that the actor may give a role to members; its error is role_not_yours. */
export const guardGrantable = (actor: Actor, id: number | SQL, role: number | string): Guard =>
  guard(
    sql`exists (select 1 from ${roles} where ${roles.id} = ${id}
      and ${roles.organizationId} = ${actor.organizationId} and ${isGrantable(actor)})`,
    roleErrors.role_not_yours({ role }),
  );

/**
 * The guard that a user recently proved their identity, if they give a role of the administration or change the membership of a
 * member who holds one.
 * @param ids the roles that are given or held
 */
export const guardProofFor = ({ actor, now }: MemberContext, ...ids: (number | SQL)[]): Guard =>
  guard(
    isRecent(actor, now)
      ? sql`1`
      : sql`not exists (select 1 from ${roles} where ${roles.id} in (${sql.join(
          ids.map((id) => sql`${id}`),
          sql`, `,
        )}) and ${isOfAdministration(roles)})`,
    proofMissing(actor),
  );

/** SQL: the id of the role with this name or key if the actor may give it to members, else null. */
export const grantableRoleId = (actor: Actor, nameOrKey: string): SQL => sql`(select id from ${roles}
  where ${roles.organizationId} = ${actor.organizationId} and ${isGrantable(actor)}
    and (${roles.key} = ${nameOrKey} or ${lowered(roles.name, nameOrKey)} = ${nameOrKey.toLowerCase()})
  order by ${roles.key} is not ${nameOrKey} limit 1)`;

/** SQL: a role's name, for history and audit log. */
export const roleName = (id: number): SQL =>
  sql`(select ${roles.name} from ${roles} where ${roles.id} = ${id})`;
