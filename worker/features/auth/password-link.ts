import { eq, sql } from "drizzle-orm";
import { actorWithoutSession } from "../../lib/actor.ts";
import type { SystemContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { guard, write } from "../../lib/guard.ts";
import { heldBack, type ProfileRow, selectProfiles, toCurrentUser } from "../account/index.ts";
import {
  endAccess,
  isLinkOpen,
  isReachedByLink,
  memberErrors,
  members,
  passwordLinks,
} from "../members/index.ts";
import { hasFactor, selectFactors, toFactors, waitForSecondStep } from "../second-factor/index.ts";
import { newToken } from "../sessions/index.ts";
import { isSignInNameFree, setPassword, users } from "../users/index.ts";
import { admit, countAttempt, forgiveAttempts } from "./attempts.ts";
import { authErrors } from "./auth.errors.ts";
import type { PasswordLinkInput } from "./auth.schema.ts";
import { authAudit, authNotices } from "./auth.texts.ts";
import { hashPassword, isGuessable } from "./passwords.ts";
import { beginSession, type PasswordSignIn } from "./sign-in.ts";
import type { Visitor } from "./visitor.ts";

/**
 * Gives the user of a password link the password they chose, ends their sessions and signs them in; the link is used.
 * For a user with a second factor the sign-in waits for it: the link stands in for the password alone.
 * @throws AppError password_link_ended, weak_password, sign_in_name_taken, too_many_attempts
 */
export async function takePasswordLink(
  context: SystemContext,
  { token, password }: PasswordLinkInput,
  visitor: Visitor,
): Promise<PasswordSignIn> {
  const { db, now } = context;
  const [counted, early, [profile], held] = await readBatch(db, [
    ...countAttempt(context, { kind: "link", from: visitor.address }),
    selectProfiles(db)
      .innerJoin(passwordLinks, eq(passwordLinks.memberId, members.id))
      .where(isReachedByLink(context, token)),
    selectFactors(
      db,
      sql`u.id = (select members.user_id from ${members} join ${passwordLinks} on ${passwordLinks.memberId} = ${members.id}
        where ${isReachedByLink(context, token)})`,
    ),
  ]);
  const key = admit(counted, early, now);
  if (!profile) throw authErrors.password_link_ended();
  const { id, organizationId, username, displayName: name } = profile;
  if (isGuessable(password, username)) throw authErrors.weak_password();
  const passwordHash = await hashPassword(password);
  const acting = { ...context, actor: actorWithoutSession("user", organizationId, name, id) };
  const sessionToken = newToken();
  const factors = held.map(toFactors).find(hasFactor);
  const waiting = factors ? waitForSecondStep(context, factors, passwordHash) : null;
  const results = await write(
    db,
    [
      guard(isLinkOpen(context, token), authErrors.password_link_ended()),
      guard(isSignInNameFree(id, username), memberErrors.sign_in_name_taken({ username, name })),
      setPassword(context, id, username, passwordHash),
      ...endAccess(db, id),
      authAudit.write(acting, { action: "user.password_set", entity: { id, name } }),
      ...(waiting ? [] : beginSession(context, profile, { method: "password" }, sessionToken, visitor)),
      authNotices.write(context, id, "auth.password"),
      forgiveAttempts(context, key),
      selectProfiles(db).where(eq(users.id, sql`${id}`)),
    ],
    { sign_in_name: memberErrors.sign_in_name_taken({ username, name }) },
  );
  const [after] = results.at(-1) as [ProfileRow];
  if (waiting) return { organizationId, waiting };
  const user = toCurrentUser(after);
  return { user: after.isAskedForFactor ? heldBack(user) : user, token: sessionToken };
}
