import { eq, sql } from "drizzle-orm";
import { actorWithoutSession } from "../../lib/actor.ts";
import type { SystemContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { guard, write } from "../../lib/guard.ts";
import { type ProfileRow, selectProfiles, toCurrentUser } from "../account/index.ts";
import {
  endAccess,
  isLinkOpen,
  isReachedByLink,
  memberErrors,
  members,
  passwordLinks,
} from "../members/index.ts";
import { newToken } from "../sessions/index.ts";
import { isSignInNameFree, setPassword, signInNameOf, users } from "../users/index.ts";
import { attemptKey, checkAttempts, countAttempt, forgiveAttempts } from "./attempts.ts";
import { authErrors } from "./auth.errors.ts";
import type { PasswordLinkInput } from "./auth.schema.ts";
import { authAudit } from "./auth.texts.ts";
import { hashPassword, isGuessable } from "./passwords.ts";
import { beginSession, type SignedIn, type Visitor } from "./sign-in.ts";

/**
 * Gives the user of a password link the password they chose, ends their sessions and signs them in; the link is used.
 * @throws AppError password_link_ended, weak_password, sign_in_name_taken, too_many_attempts
 */
export async function takePasswordLink(
  context: SystemContext,
  { token, password }: PasswordLinkInput,
  visitor: Visitor,
): Promise<SignedIn> {
  const { db, now } = context;
  const address = attemptKey("link", visitor.address);
  const [counted, [profile]] = await readBatch(db, [
    countAttempt(context, address),
    selectProfiles(db)
      .innerJoin(passwordLinks, eq(passwordLinks.memberId, members.id))
      .where(isReachedByLink(context, token)),
  ]);
  checkAttempts(counted, now);
  if (!profile) throw authErrors.password_link_ended();
  const { id, organizationId, username, displayName: name } = profile;
  if (isGuessable(password, username)) throw authErrors.weak_password();
  const passwordHash = await hashPassword(password);
  const acting = { ...context, actor: actorWithoutSession("user", organizationId, name, id) };
  const sessionToken = newToken();
  const results = await write(
    db,
    [
      guard(isLinkOpen(context, token), authErrors.password_link_ended()),
      guard(isSignInNameFree(id, username), memberErrors.sign_in_name_taken({ username, name })),
      setPassword(context, id, username, passwordHash),
      ...endAccess(db, id),
      authAudit.write(acting, { action: "user.password_set", entity: { id, name } }),
      ...beginSession(context, profile, "password", sessionToken, visitor),
      ...forgiveAttempts(context, attemptKey("account", signInNameOf(username)), address),
      selectProfiles(db).where(eq(users.id, sql`${id}`)),
    ],
    { sign_in_name: memberErrors.sign_in_name_taken({ username, name }) },
  );
  const [after] = results.at(-1) as [ProfileRow];
  return { user: toCurrentUser(after), token: sessionToken };
}
