import { and, eq, sql } from "drizzle-orm";
import { outranks } from "../../lib/actor.ts";
import type { MemberContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { roles } from "../roles/index.ts";
import { users } from "../users/index.ts";
import { memberErrors } from "./members.policy.ts";
import { members } from "./members.table.ts";

export type Person = Awaited<ReturnType<typeof findPerson>>;

const isPerson = ({ actor }: MemberContext, userId: number) =>
  and(eq(users.id, userId), eq(users.organizationId, actor.organizationId));

/** A user, with or without a membership, and the values that acting on them depends on. @throws AppError not_found */
export async function findPerson(context: MemberContext, userId: number) {
  const [person] = await context.db
    .select({
      id: users.id,
      name: users.displayName,
      username: users.username,
      email: users.email,
      passwordHash: users.passwordHash,
      discordId: users.discordId,
      memberId: members.id,
      memberVersion: members.version,
      roleKey: roles.key,
      rolePriority: roles.priority,
    })
    .from(users)
    .leftJoin(members, eq(members.userId, users.id))
    .leftJoin(roles, eq(roles.id, members.roleId))
    .where(isPerson(context, userId));
  if (!person) throw errors.not_found();
  return person;
}

/** Finds a user whom the actor may act on. @throws AppError not_found, own_membership, outranked */
export async function findPersonBelow(context: MemberContext, userId: number): Promise<Person> {
  const { actor } = context;
  const person = await findPerson(context, userId);
  if (userId === actor.userId) throw memberErrors.own_membership();
  if (!outranks(actor, person.rolePriority)) throw memberErrors.outranked({ name: person.name });
  return person;
}

/**
 * The guards that a user still exists and that their membership has not changed since it was read.
 * @throws AppError not_found, stale_version, in the batch
 */
export const guardPerson = (context: MemberContext, { id, name, memberVersion }: Person): Guard[] => [
  guard(sql`exists (select 1 from ${users} where ${isPerson(context, id)})`, errors.not_found()),
  guard(
    sql`(select version from ${members} where user_id = ${id}) is ${memberVersion}`,
    errors.stale_version({ name }),
  ),
];
