import { and, eq, sql } from "drizzle-orm";
import { outranks } from "../../lib/actor.ts";
import type { UserContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { guard, write } from "../../lib/guard.ts";
import { forgetGuildMember } from "../discord/index.ts";
import { hangarShips } from "../hangar/index.ts";
import { deleteMember, keepAdministrator, memberErrors, members, roles } from "../members/index.ts";
import { forgetPerson, isInHandsOf, prospects, unassignAll } from "../prospects/index.ts";
import { rsiAccounts } from "../rsi/index.ts";
import { sessionsTable } from "../sessions/index.ts";
import { deleteUser, signInNameOf, users } from "../users/index.ts";
import { authErrors } from "./auth.errors.ts";
import type { RemovedUser } from "./auth.schema.ts";
import { authAudit } from "./auth.texts.ts";

type Counts = { sessions: number; ships: number; isVerified: 0 | 1; unassigned: number };

/**
 * Deletes another user (see `deletePerson`).
 * @throws AppError not_found, own_membership, outranked, as `deletePerson`
 */
export async function removeUser(context: UserContext, userId: number): Promise<RemovedUser> {
  const { actor } = context;
  const user = await findPerson(context, userId);
  if (userId === actor.userId) throw memberErrors.own_membership();
  if (!outranks(actor, user.rolePriority)) throw memberErrors.outranked({ name: user.name });
  return deletePerson(context, user, "user.deleted");
}

/**
 * Deletes the caller, who has typed their username (see `deletePerson`).
 * @throws AppError wrong_confirmation, as `deletePerson`
 */
export async function removeSelf(context: UserContext, typed: string): Promise<RemovedUser> {
  const user = await findPerson(context, context.actor.userId);
  const { username } = user;
  if (signInNameOf(typed) !== signInNameOf(username)) throw authErrors.wrong_confirmation({ username });
  return deletePerson(context, user, "user.left");
}

const isPerson = ({ actor }: UserContext, userId: number) =>
  and(eq(users.id, userId), eq(users.organizationId, actor.organizationId));

/** What deleting a user depends on. @throws AppError not_found */
async function findPerson(context: UserContext, userId: number) {
  const [user] = await context.db
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
  if (!user) throw errors.not_found();
  return user;
}

/**
 * Deletes a user: the sign-in, the personal data and the membership. Histories stay under the name as it was, and a
 * person who is still in the Discord server comes back as new with the next sync.
 * @throws AppError not_found, last_administrator, stale_version when the membership changed
 */
async function deletePerson(
  context: UserContext,
  user: Awaited<ReturnType<typeof findPerson>>,
  action: "user.deleted" | "user.left",
): Promise<RemovedUser> {
  const { db, actor } = context;
  const { organizationId } = actor;
  const { id: userId, name, memberId, memberVersion, discordId } = user;
  const [[{ isVerified, ...counts }]] = (await write(db, [
    guard(sql`exists (select 1 from ${users} where ${isPerson(context, userId)})`, errors.not_found()),
    guard(
      sql`(select version from ${members} where user_id = ${userId}) is ${memberVersion}`,
      errors.stale_version({ name }),
    ),
    db.all<Counts>(sql`select (select count(*) from ${sessionsTable} where user_id = ${userId}) as sessions,
      (select count(*) from ${hangarShips} where user_id = ${userId}) as ships,
      exists (select 1 from ${rsiAccounts} where user_id = ${userId}) as isVerified,
      (select count(*) from ${prospects} where ${isInHandsOf(context, memberId)}) as unassigned`),
    ...(memberId === null ? [] : [...unassignAll(context, memberId), deleteMember(db, memberId)]),
    ...forgetPerson(context, userId),
    ...(discordId === null ? [] : [forgetGuildMember(db, organizationId, discordId)]),
    deleteUser(db, userId),
    authAudit.write(context, {
      action,
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
      rsi: isVerified === 1,
      ...counts,
    },
  };
}
