import { sql } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import { write } from "../../lib/guard.ts";
import { forgetGuildMember } from "../discord/index.ts";
import { hangarShips } from "../hangar/index.ts";
import {
  deleteMember,
  findPerson,
  findPersonBelow,
  keepAdministrator,
  type Person,
  staysAsFound,
} from "../members/index.ts";
import { forgetPerson, isInHandsOf, prospects, unassignAll } from "../prospects/index.ts";
import { rsiAccounts } from "../rsi/index.ts";
import { sessionsTable } from "../sessions/index.ts";
import { deleteUser, signInNameOf } from "../users/index.ts";
import { authErrors } from "./auth.errors.ts";
import type { RemovedUser } from "./auth.schema.ts";
import { authAudit } from "./auth.texts.ts";

type Counts = { sessions: number; ships: number; isVerified: 0 | 1; unassigned: number };

/**
 * Deletes another user (see `deletePerson`).
 * @throws AppError not_found, own_membership, outranked, as `deletePerson`
 */
export async function removeUser(context: UserContext, userId: number): Promise<RemovedUser> {
  return deletePerson(context, await findPersonBelow(context, userId), "user.deleted");
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

/**
 * Deletes a user: the sign-in, the personal data and the membership. Histories stay under the name as it was, and a
 * person who is still in the Discord server comes back as new with the next sync.
 * @throws AppError not_found, last_administrator, stale_version when the membership changed
 */
async function deletePerson(
  context: UserContext,
  user: Person,
  action: "user.deleted" | "user.left",
): Promise<RemovedUser> {
  const { db, actor } = context;
  const { organizationId } = actor;
  const { id: userId, name, memberId, discordId } = user;
  const [[{ isVerified, ...counts }]] = (await write(db, [
    ...staysAsFound(context, user),
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
