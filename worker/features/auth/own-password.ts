import { eq, sql } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { guard, write } from "../../lib/guard.ts";
import { endAccess } from "../members/index.ts";
import { stillSignedIn } from "../sessions/index.ts";
import { isSignInNameUnlike, setPassword, setSignIn, users } from "../users/index.ts";
import { admit, countAttempt, forgiveAttempts } from "./attempts.ts";
import { authErrors } from "./auth.errors.ts";
import type { ChangePasswordInput, SetPasswordInput } from "./auth.schema.ts";
import { authAudit, authNotices } from "./auth.texts.ts";
import { hashPassword, isGuessable, verifyPassword } from "./passwords.ts";
import type { Visitor } from "./visitor.ts";
import { noteWrongPassword } from "./wrong-password.ts";

const own = { username: users.username, passwordHash: users.passwordHash, discordId: users.discordId };

/** The guard that the caller's password is still the one that was looked at. */
const stillHas = ({ actor }: UserContext, passwordHash: string | null) =>
  guard(
    sql`(select password_hash from ${users} where id = ${actor.userId}) is ${passwordHash}`,
    passwordHash === null ? authErrors.password_present() : authErrors.wrong_password(),
  );

/**
 * Makes sure that the caller knows their password; a wrong one counts as a failed sign-in does, for the session alone. `proven` is for the
 * batch of what it was asked for.
 * @throws AppError password_missing, wrong_password, too_many_attempts
 */
export async function provePassword(context: UserContext, password: string, visitor: Visitor) {
  const { db, now, actor } = context;
  const at = `user:${actor.userId}`;
  const [counted, waiting, [user]] = await readBatch(db, [
    ...countAttempt(context, { kind: "password", at, from: `session:${actor.sessionId}` }),
    db.select(own).from(users).where(eq(users.id, actor.userId)),
  ]);
  const key = admit(counted, waiting, now);
  if (!user?.passwordHash) throw authErrors.password_missing();
  if (!(await verifyPassword(password, user.passwordHash))) {
    const { userId: id, organizationId } = actor;
    await noteWrongPassword(context, key, at, { id, organizationId }, visitor);
    throw authErrors.wrong_password();
  }
  const proven = [
    stillSignedIn(context),
    stillHas(context, user.passwordHash),
    forgiveAttempts(context, key),
  ];
  return { ...user, proven };
}

/**
 * Gives the caller another password. Their other sessions and a password link end.
 * @throws AppError weak_password, as `provePassword`
 */
export async function changePassword(
  context: UserContext,
  { currentPassword, password }: ChangePasswordInput,
  visitor: Visitor,
): Promise<void> {
  const { db, actor } = context;
  const { username, proven } = await provePassword(context, currentPassword, visitor);
  if (isGuessable(password, username)) throw authErrors.weak_password();
  const passwordHash = await hashPassword(password);
  await write(db, [
    ...proven,
    setPassword(context, actor.userId, username, passwordHash),
    ...endAccess(db, actor.userId, actor.sessionId),
    authAudit.write(context, {
      action: "user.password_changed",
      entity: { id: actor.userId, name: actor.name },
    }),
    authNotices.write(context, actor.userId, "auth.password"),
  ]);
}

/**
 * Gives a caller without a password one, and the name that goes with it. They have nothing to prove themselves with but
 * a session, whose route asks for a recent proof. Their other sessions and a password link end.
 * @throws AppError password_present, username_taken, username_alike, weak_password
 */
export async function addPassword(
  context: UserContext,
  { username, password }: SetPasswordInput,
): Promise<void> {
  const { db, actor } = context;
  const [row] = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, actor.userId));
  if (row?.passwordHash) throw authErrors.password_present();
  if (isGuessable(password, username)) throw authErrors.weak_password();
  const passwordHash = await hashPassword(password);
  await write(
    db,
    [
      stillSignedIn(context),
      stillHas(context, null),
      guard(isSignInNameUnlike(actor.userId, username), authErrors.username_alike({ username })),
      setSignIn(context, actor.userId, username, passwordHash),
      ...endAccess(db, actor.userId, actor.sessionId),
      authAudit.write(context, {
        action: "user.password_added",
        entity: { id: actor.userId, name: actor.name },
      }),
      authNotices.write(context, actor.userId, "auth.password"),
    ],
    { sign_in_name: authErrors.username_taken({ username }) },
  );
}
