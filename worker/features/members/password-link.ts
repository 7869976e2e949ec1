import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import type { Context, UserContext } from "../../lib/context.ts";
import { type Db, jsonList } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { guard } from "../../lib/guard.ts";
import { hashToken, newToken } from "../sessions/index.ts";
import { isSignInNameFree, voidPassword } from "../users/index.ts";
import { editMember, endAllSessions } from "./change.ts";
import { memberErrors } from "./members.policy.ts";
import type { PasswordLink, PasswordLinkOptions } from "./members.schema.ts";
import { members, passwordLinks, roles } from "./members.table.ts";
import { memberNotices } from "./members.texts.ts";

/** Hours that a password link can be used. */
const LINK_HOURS = 24;

/** SQL condition: the actor, who could use the link, holds every permission of the member. */
const holdsAllOf = ({ rank, permissions }: Actor, memberId: number): SQL =>
  rank === Number.POSITIVE_INFINITY
    ? sql`1`
    : sql`not exists (select 1 from ${members} join ${roles} on ${roles.id} = ${members.roleId}, json_each(${roles.permissions})
        where ${members.id} = ${memberId} and value not in ${jsonList([...permissions])})`;

/**
 * Makes the link with which a member chooses a password; an earlier one ends. The token stands in the fragment, which
 * browsers send to no server. The member is told; on demand the old password and their sessions end at once, and not
 * only when it is used: who knows the password would sign in again.
 * @throws AppError member_inactive, password_link_beyond, sign_in_name_taken, as `editMember`
 */
export async function createPasswordLink(
  context: UserContext,
  id: number,
  { endNow = false }: PasswordLinkOptions = {},
): Promise<PasswordLink> {
  const { db, env, now } = context;
  const token = newToken();
  const link = { tokenHash: hashToken(token), expiresAt: hoursFrom(now, LINK_HOURS) };
  const { username } = await editMember(context, id, undefined, (row) => {
    const { username, displayName: name, status, userId } = row;
    if (status !== "active") throw memberErrors.member_inactive({ name });
    return {
      require: [
        guard(holdsAllOf(context.actor, id), memberErrors.password_link_beyond({ name })),
        guard(isSignInNameFree(userId, username), memberErrors.sign_in_name_taken({ username, name })),
      ],
      audit: [
        { action: "member.password_link" },
        ...(endNow ? [{ action: "member.password_ended" } as const] : []),
      ],
      also: [
        db
          .insert(passwordLinks)
          .values({ memberId: id, ...link })
          .onConflictDoUpdate({ target: passwordLinks.memberId, set: link }),
        memberNotices.write(context, userId, "member.password_link", { by: context.actor.name }),
        ...(endNow ? endAllSessions(context, userId, voidPassword(context, userId)) : []),
      ],
    };
  });
  return { url: `${env.APP_URL}/auth#password_link=${token}`, username, expiresAt: link.expiresAt };
}

/** SQL condition: a row joined with members and their links is reached by this token, now. */
export const isReachedByLink = ({ now }: Pick<Context, "now">, token: string) =>
  and(
    eq(passwordLinks.tokenHash, hashToken(token)),
    gt(passwordLinks.expiresAt, now.toISOString()),
    eq(members.status, "active"),
  );

/** SQL condition: the token's link can be used, as the batch comes to it. */
export const isLinkOpen = (context: Pick<Context, "now">, token: string) => sql`exists (
  select 1 from ${passwordLinks} join ${members} on ${members.id} = ${passwordLinks.memberId}
  where ${isReachedByLink(context, token)})`;

/** The statement that deletes links that have expired. */
export const deleteExpiredLinks = (db: Db, now: Date) =>
  db.run(sql`delete from ${passwordLinks} where expires_at <= ${now.toISOString()}`);
