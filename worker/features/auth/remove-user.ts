import { eq, sql } from "drizzle-orm";
import type { ById, MemberContext, SessionContext } from "../../lib/context.ts";
import { idempotencyKeys } from "../../lib/db/idempotency.table.ts";
import { write } from "../../lib/guard.ts";
import { forgetGuildMember } from "../discord/index.ts";
import { hangarShips } from "../hangar/index.ts";
import {
  deleteMember,
  findPerson,
  findPersonBelow,
  guardAdministrator,
  guardPerson,
  type Person,
} from "../members/index.ts";
import { forgetPerson, isInHandsOf, prospects, unassignAll } from "../prospects/index.ts";
import { forgetLinks } from "../referrals/index.ts";
import { rsiAccounts } from "../rsi/index.ts";
import { sessionsTable } from "../sessions/index.ts";
import { deleteUser, signInNameOf } from "../users/index.ts";
import { authErrors } from "./auth.errors.ts";
import type { DeleteAccountInput, RemovedUser } from "./auth.schema.ts";
import { authAudit } from "./auth.texts.ts";

type Counts = { sessions: number; ships: number; isVerified: 0 | 1; unassigned: number };

/** Deletes another user. @throws AppError not_found, own_membership, outranked, as `deletePerson` */
export const removeUser = async (context: MemberContext, { id }: ById) =>
  deletePerson(context, await findPersonBelow(context, id), "user.deleted");

/** Deletes the caller, who types their username to confirm. @throws AppError wrong_confirmation, as `deletePerson` */
export async function removeSelf(context: SessionContext, input: DeleteAccountInput) {
  const user = await findPerson(context, context.actor.userId);
  const { username } = user;
  if (signInNameOf(input.username) !== signInNameOf(username))
    throw authErrors.wrong_confirmation({ username });
  return deletePerson(context, user, "user.left");
}

/**
 * Deletes a user with sign-in, personal data and membership; histories keep the name. The next sync adds a person who is still
 * in the Discord server as new.
 * @throws AppError not_found, last_administrator, stale_version when the membership changed
 */
async function deletePerson(
  context: MemberContext,
  user: Person,
  action: "user.deleted" | "user.left",
): Promise<RemovedUser> {
  const { db, actor } = context;
  const { organizationId } = actor;
  const { id: userId, name, memberId, discordId } = user;
  const [[{ isVerified, ...counts }]] = (await write(db, [
    ...guardPerson(context, user),
    db.all<Counts>(sql`select (select count(*) from ${sessionsTable} where user_id = ${userId}) as sessions,
      (select count(*) from ${hangarShips} where user_id = ${userId}) as ships,
      exists (select 1 from ${rsiAccounts} where user_id = ${userId}) as isVerified,
      (select count(*) from ${prospects} where ${isInHandsOf(context, memberId)}) as unassigned`),
    ...(memberId === null ? [] : [...unassignAll(context, memberId), deleteMember(db, memberId)]),
    ...forgetPerson(context, userId),
    ...forgetLinks(context, userId),
    ...(discordId === null ? [] : [forgetGuildMember(db, organizationId, discordId)]),
    db.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId)),
    deleteUser(db, userId),
    authAudit.write(context, { action, entity: { id: userId, name }, details: { member: memberId } }),
    ...(user.roleKey === "administrator" ? [guardAdministrator(organizationId, name)] : []),
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
