import { eq, sql } from "drizzle-orm";
import { actorWithoutSession } from "../../lib/actor.ts";
import type { SystemContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { guard, write } from "../../lib/guard.ts";
import { guardUnlocked } from "../../lib/pause.ts";
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
import { endOfNew, newToken } from "../sessions/index.ts";
import { isSignInNameFree, setPassword, users } from "../users/index.ts";
import { admit, countAttempt, forgiveAttempts } from "./attempts.ts";
import { authErrors } from "./auth.errors.ts";
import type { PasswordLinkInput } from "./auth.schema.ts";
import { authAudit, authNotices } from "./auth.texts.ts";
import { hashNewPassword, selectPasswordRules } from "./new-password.ts";
import { beginSession } from "./sign-in.ts";
import { placeOf, type Visitor } from "./visitor.ts";

/**
 * Sets the password chosen by the user of a password link, ends their sessions and the link, and signs them in. The sign-in
 * waits for a second factor if the user has one.
 * @throws AppError password_link_ended, sign_in_name_taken, too_many_attempts, line_full, restoring, as `hashNewPassword`
 */
export async function takePasswordLink(context: SystemContext, input: PasswordLinkInput, visitor: Visitor) {
  const { db, now } = context;
  const { token, password } = input;
  using place = placeOf(visitor);
  const isReached = isReachedByLink(context, token);
  const reached = sql`(select members.user_id from ${members}
    join ${passwordLinks} on ${passwordLinks.memberId} = ${members.id} where ${isReached})`;
  const [counted, early, [profile], factorRows, [rules]] = await readBatch(db, [
    ...countAttempt(context, { kind: "link", from: visitor.address }),
    selectProfiles(db).innerJoin(passwordLinks, eq(passwordLinks.memberId, members.id)).where(isReached),
    selectFactors(db, sql`u.id = ${reached}`),
    selectPasswordRules(db, sql`(select organization_id from ${users} where id = ${reached})`, reached),
  ]);
  const key = admit(counted, early, now);
  if (!profile) throw authErrors.password_link_ended();
  const { id, organizationId, username, displayName: name } = profile;
  const passwordHash = await hashNewPassword(context, place, password, rules);
  const taken = memberErrors.sign_in_name_taken({ username, name });
  const acting = { ...context, actor: actorWithoutSession("user", organizationId, name, id) };
  const sessionToken = newToken();
  const factors = factorRows.map(toFactors).find(hasFactor);
  const waiting = factors ? waitForSecondStep(context, factors, passwordHash) : null;
  const results = await write(
    db,
    [
      guardUnlocked(organizationId),
      guard(isLinkOpen(context, token), authErrors.password_link_ended()),
      guard(isSignInNameFree(id, username), taken),
      setPassword(context, id, username, passwordHash),
      ...endAccess(db, id),
      authAudit.write(acting, { action: "user.password_set", entity: { id, name } }),
      ...(waiting ? [] : beginSession(context, profile, { method: "password" }, sessionToken, visitor)),
      ...authNotices.write(context, id, "auth.password"),
      forgiveAttempts(context, key),
      selectProfiles(db).where(eq(users.id, sql`${id}`)),
    ],
    { sign_in_name: taken },
  );
  const [after] = results.at(-1) as [ProfileRow];
  if (waiting) return { organizationId, waiting };
  const user = toCurrentUser(after);
  return {
    user: after.isAskedForFactor ? heldBack(user) : user,
    token: sessionToken,
    endsAt: endOfNew(context, after),
  };
}
