import { type SQL, sql } from "drizzle-orm";
import { type Actor, isRecent, RECENT_MINUTES } from "../../../lib/actor.ts";
import type { UserContext } from "../../../lib/context.ts";
import { errors } from "../../../lib/errors.ts";
import { type Guard, guard } from "../../../lib/guard.ts";
import { SYSTEM_PERMISSIONS } from "../../../lib/permissions.schema.ts";
import { roles } from "../members.table.ts";
import { roleErrors } from "./roles.errors.ts";

/** SQL condition: the role of a row stands at most at the actor's rank, and they hold every permission in it. */
function isGrantable(actor: Actor): SQL {
  const holdsAll = SYSTEM_PERMISSIONS.every((each) => actor.permissions.has(each));
  return sql`(${roles.priority} <= ${Math.min(actor.rank, Number.MAX_SAFE_INTEGER)}
    and (${roles.key} is not 'administrator' or ${Number(holdsAll)})
    and not exists (select 1 from json_each(${roles.permissions})
      where instr(${JSON.stringify([...actor.permissions])}, json_quote(value)) = 0))`;
}

/** The guard that the actor may give a role to members; otherwise role_not_yours. */
export const requireGrantable = (actor: Actor, id: number | SQL, role: number | string): Guard =>
  guard(
    sql`exists (select 1 from ${roles} where ${roles.id} = ${id}
      and ${roles.organizationId} = ${actor.organizationId} and ${isGrantable(actor)})`,
    roleErrors.role_not_yours({ role }),
  );

/** SQL condition: the role of a row is one of the administration, which is given with a recent proof alone. */
export const isOfAdministration = sql`(${roles.key} = 'administrator' or ${roles.permissions} like '%"admin.%')`;

/** @throws AppError reauthentication_required for a user who has not recently proved who they are */
export function needProof({ actor, now }: UserContext): void {
  if (!isRecent(actor, now)) throw errors.reauthentication_required({ minutes: RECENT_MINUTES });
}

/** The guard that a user who gives a role of the administration has recently proved who they are. */
export const requireProofFor = ({ actor, now }: UserContext, id: number): Guard =>
  guard(
    isRecent(actor, now)
      ? sql`1`
      : sql`not exists (select 1 from ${roles} where ${roles.id} = ${id} and ${isOfAdministration})`,
    errors.reauthentication_required({ minutes: RECENT_MINUTES }),
  );

/** SQL: the id of the role by name or key that the actor may give to members; null for none. */
export const grantableRoleId = (actor: Actor, nameOrKey: string): SQL => sql`(select id from ${roles}
  where ${roles.organizationId} = ${actor.organizationId} and ${isGrantable(actor)}
    and (${roles.key} = ${nameOrKey} or ${roles.name} = ${nameOrKey} collate nocase)
  order by ${roles.key} is not ${nameOrKey} limit 1)`;

/** SQL: a role's name, as history and audit keep it. */
export const roleName = (id: number): SQL =>
  sql`(select ${roles.name} from ${roles} where ${roles.id} = ${id})`;
