import { eq, sql } from "drizzle-orm";
import type { SessionContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { guard, write } from "../../lib/guard.ts";
import { type Place, takeOwnPlace } from "../../lib/scrypt.ts";
import { endAccess } from "../members/index.ts";
import { entityOf, guardSession } from "../sessions/index.ts";
import { hasPasswordHash, isSignInNameUnlike, setPassword, setSignIn, users } from "../users/index.ts";
import { admit, countAttempt, forgiveAttempts, noteWrongPassword } from "./attempts.ts";
import { authErrors } from "./auth.errors.ts";
import type { ChangePasswordInput, SetPasswordInput } from "./auth.schema.ts";
import { authAudit, authNotices } from "./auth.texts.ts";
import { hashNewPassword, selectPasswordRules } from "./new-password.ts";
import { verifyPassword } from "./passwords.ts";
import type { Visitor } from "./visitor.ts";

const selectOwnRules = ({ db, actor }: SessionContext) =>
  selectPasswordRules(db, sql`${actor.organizationId}`, sql`${actor.userId}`);

const own = { username: users.username, passwordHash: users.passwordHash, discordId: users.discordId };

/**
 * Proves that the caller knows their password. A wrong one is counted like one at signing in, by session.
 * @returns the rules for another password, and `proven`: the steps for the batch of the change that required it
 * @throws AppError password_missing, wrong_password, too_many_attempts
 */
export async function provePassword(
  context: SessionContext,
  place: Place,
  password: string,
  visitor: Visitor,
) {
  const { db, now, actor } = context;
  const at = { userId: actor.userId };
  const [counted, waiting, [user], [rules]] = await readBatch(db, [
    ...countAttempt(context, { kind: "password", at, from: `session:${actor.sessionId}` }),
    db.select(own).from(users).where(eq(users.id, actor.userId)),
    selectOwnRules(context),
  ]);
  const key = admit(counted, waiting, now);
  if (!user?.passwordHash) throw authErrors.password_missing();
  const wrong = authErrors.wrong_password();
  if (!(await verifyPassword(place, password, user.passwordHash))) {
    const { userId: id, organizationId } = actor;
    await noteWrongPassword(context, key, at, { id, organizationId }, visitor);
    throw wrong;
  }
  const isTheSame = guard(hasPasswordHash(actor.userId, user.passwordHash), wrong);
  const proven = [guardSession(context), isTheSame, forgiveAttempts(context, key)];
  return { ...user, rules, proven };
}

/**
 * Changes the caller's password, and ends their other sessions and a password link.
 * @throws AppError line_full, as `hashNewPassword`, as `provePassword`
 */
export async function changePassword(context: SessionContext, input: ChangePasswordInput, visitor: Visitor) {
  const { db, actor } = context;
  const { currentPassword, password } = input;
  using place = takeOwnPlace(actor.userId);
  const { username, proven, rules } = await provePassword(context, place, currentPassword, visitor);
  const passwordHash = await hashNewPassword(context, place, password, rules);
  await write(db, [
    ...proven,
    setPassword(context, actor.userId, username, passwordHash),
    ...endAccess(db, actor.userId, actor.sessionId),
    authAudit.write(context, { action: "user.password_changed", entity: entityOf(context) }),
    ...authNotices.write(context, actor.userId, "auth.password"),
  ]);
}

/**
 * Gives a caller without a password a username and a password, and ends their other sessions and a password link. Without a
 * password to prove, the route asks for a recent proof.
 * @throws AppError password_present, username_taken, username_alike, line_full, as `hashNewPassword`
 */
export async function addPassword(context: SessionContext, { username, password }: SetPasswordInput) {
  const { db, actor } = context;
  const present = authErrors.password_present();
  using place = takeOwnPlace(actor.userId);
  const [[row], [rules]] = await readBatch(db, [
    db.select(own).from(users).where(eq(users.id, actor.userId)),
    selectOwnRules(context),
  ]);
  if (row?.passwordHash) throw present;
  const passwordHash = await hashNewPassword(context, place, password, rules, username);
  await write(
    db,
    [
      guardSession(context),
      guard(hasPasswordHash(actor.userId, null), present),
      guard(isSignInNameUnlike(actor.userId, username), authErrors.username_alike({ username })),
      setSignIn(context, actor.userId, username, passwordHash),
      ...endAccess(db, actor.userId, actor.sessionId),
      authAudit.write(context, { action: "user.password_added", entity: entityOf(context) }),
      ...authNotices.write(context, actor.userId, "auth.password"),
    ],
    { sign_in_name: authErrors.username_taken({ username }) },
  );
}
