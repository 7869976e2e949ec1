import { and, eq, sql } from "drizzle-orm";
import { outranks } from "../../lib/actor.ts";
import type { UserContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { guard, write } from "../../lib/guard.ts";
import { forgetGuildMember } from "../discord/index.ts";
import { deleteMember, keepAdministrator, memberErrors, members, roles } from "../members/index.ts";
import { forgetPerson, isInHandsOf, prospects, unassignAll } from "../prospects/index.ts";
import { sessionsTable } from "../sessions/index.ts";
import { deleteUser, users } from "../users/index.ts";
import type { RemovedUser } from "./auth.schema.ts";
import { authAudit } from "./auth.texts.ts";

type Counts = { sessions: number; unassigned: number };

/**
 * Deletes a user: the sign-in, the personal data and the membership. Histories stay under the name as it was, and a
 * person who is still in the Discord server comes back as new with the next sync.
 * @throws AppError not_found, own_membership, outranked, last_administrator, stale_version when the membership changed
 */
export async function removeUser(context: UserContext, userId: number): Promise<RemovedUser> {
  const { db, actor } = context;
  const { organizationId } = actor;
  const ofUser = and(eq(users.id, userId), eq(users.organizationId, organizationId));
  const [user] = await db
    .select({
      name: users.displayName,
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
    .where(ofUser);
  if (!user) throw errors.not_found();
  const { name, memberId, memberVersion, discordId } = user;
  if (userId === actor.userId) throw memberErrors.own_membership();
  if (!outranks(actor, user.rolePriority)) throw memberErrors.outranked({ name });
  const [[counts]] = (await write(db, [
    guard(sql`exists (select 1 from ${users} where ${ofUser})`, errors.not_found()),
    guard(
      sql`(select version from ${members} where user_id = ${userId}) is ${memberVersion}`,
      errors.stale_version({ name }),
    ),
    db.all<Counts>(sql`select (select count(*) from ${sessionsTable} where user_id = ${userId}) as sessions,
      (select count(*) from ${prospects} where ${isInHandsOf(context, memberId)}) as unassigned`),
    ...(memberId === null ? [] : [...unassignAll(context, memberId), deleteMember(db, memberId)]),
    ...forgetPerson(context, userId),
    ...(discordId === null ? [] : [forgetGuildMember(db, organizationId, discordId)]),
    deleteUser(db, userId),
    authAudit.write(context, {
      action: "user.deleted",
      entity: { id: userId, name },
      details: { member: memberId },
    }),
    ...(user.roleKey === "administrator" ? [keepAdministrator(organizationId, name)] : []),
  ])) as [[Counts]];
  return {
    name,
    removed: {
      password: user.passwordHash !== null,
      discord: discordId !== null,
      email: user.email !== null,
      membership: memberId !== null,
      ...counts,
    },
  };
}
