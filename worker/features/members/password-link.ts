import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import type { ById, Context, MemberContext } from "../../lib/context.ts";
import { type Db, jsonList } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { guard } from "../../lib/guard.ts";
import { roles } from "../roles/index.ts";
import { hashToken, newToken } from "../sessions/index.ts";
import { isSignInNameFree, voidPassword } from "../users/index.ts";
import { editMember, endAllSessions } from "./change.ts";
import { memberErrors } from "./members.policy.ts";
import type { PasswordLinkOptions } from "./members.schema.ts";
import { members, passwordLinks } from "./members.table.ts";
import { memberNotices } from "./members.texts.ts";

/** Hours that a password link can be used. */
const LINK_HOURS = 24;

/** SQL condition: the actor holds every permission of the member, since they could use the link themselves. */
const holdsAllOf = ({ rank, permissions }: Actor, memberId: number): SQL =>
  rank === Number.POSITIVE_INFINITY
    ? sql`1`
    : sql`not exists (select 1 from ${members} join ${roles} on ${roles.id} = ${members.roleId}, json_each(${roles.permissions})
        where ${members.id} = ${memberId} and value not in ${jsonList([...permissions])})`;

/**
 * Makes the link with which a member chooses a password, and notifies them; an earlier link ends. Browsers do not send the
 * fragment, which holds the token.
 * @param endNow ends the old password and all sessions at once, and not only when the link is used
 * @throws AppError member_inactive, password_link_beyond, sign_in_name_taken, as `editMember`
 */
export async function createPasswordLink(context: MemberContext, { id, endNow }: ById<PasswordLinkOptions>) {
  const { db, env, now } = context;
  const token = newToken();
  const link = { tokenHash: hashToken(token), expiresAt: hoursFrom(now, LINK_HOURS) };
  const ended = { action: "member.password_ended" } as const;
  const { username } = await editMember(
    context,
    id,
    undefined,
    (row) => {
      const { username, displayName: name, status, userId } = row;
      if (status !== "active") throw memberErrors.member_inactive({ name });
      return {
        checkBefore: [
          guard(holdsAllOf(context.actor, id), memberErrors.password_link_beyond({ name })),
          guard(isSignInNameFree(userId, username), memberErrors.sign_in_name_taken({ username, name })),
        ],
        audit: [{ action: "member.password_link" }, ...(endNow ? [ended] : [])],
        notices: [memberNotices.entry(userId, "member.password_link", { by: context.actor.name })],
        writeAfter: [
          db
            .insert(passwordLinks)
            .values({ memberId: id, ...link })
            .onConflictDoUpdate({ target: passwordLinks.memberId, set: link }),
          ...(endNow ? endAllSessions(context, userId, voidPassword(context, userId)) : []),
        ],
      };
    },
    { isUnanswered: true },
  );
  return { url: `${env.APP_URL}/auth#password_link=${token}`, username, expiresAt: link.expiresAt };
}

/** SQL condition: a row joined with members and their links has this token, and it is valid now. */
export const isReachedByLink = ({ now }: Pick<Context, "now">, token: string) =>
  and(
    eq(passwordLinks.tokenHash, hashToken(token)),
    gt(passwordLinks.expiresAt, now.toISOString()),
    eq(members.status, "active"),
  );

export const isLinkOpen = (context: Pick<Context, "now">, token: string) => sql`exists (
  select 1 from ${passwordLinks} join ${members} on ${members.id} = ${passwordLinks.memberId}
  where ${isReachedByLink(context, token)})`;

export const deleteExpiredLinks = (db: Db, now: Date) =>
  db.run(sql`delete from ${passwordLinks} where expires_at <= ${now.toISOString()}`);
