import { eq, sql } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { guard, write } from "../../lib/guard.ts";
import { FRESH_MINUTES } from "../account/index.ts";
import { endAccess } from "../members/index.ts";
import { sessionsTable } from "../sessions/index.ts";
import { isSignInNameUnlike, setPassword, setSignIn, users } from "../users/index.ts";
import { attemptKey, checkAttempts, countAttempt, forgiveAttempts } from "./attempts.ts";
import { authErrors } from "./auth.errors.ts";
import type { ChangePasswordInput, SetPasswordInput } from "./auth.schema.ts";
import { authAudit } from "./auth.texts.ts";
import { hashPassword, isGuessable, verifyPassword } from "./passwords.ts";
import type { Visitor } from "./sign-in.ts";

const own = { username: users.username, passwordHash: users.passwordHash, discordId: users.discordId };

/** The guard that the caller's password is still the one that was looked at. */
const stillHas = ({ actor }: UserContext, passwordHash: string | null) =>
  guard(
    sql`(select password_hash from ${users} where id = ${actor.userId}) is ${passwordHash}`,
    passwordHash === null ? authErrors.password_present() : authErrors.wrong_password(),
  );

/**
 * Makes sure that the caller knows their password; a wrong one counts as a failed sign-in does. `proven` is for the
 * batch of what it was asked for.
 * @throws AppError password_missing, wrong_password, too_many_attempts
 */
export async function provePassword(context: UserContext, password: string, visitor: Visitor) {
  const { db, now, actor } = context;
  const account = attemptKey("account", `user:${actor.userId}`);
  const address = attemptKey("address", visitor.address);
  const [byAccount, byAddress, [user]] = await readBatch(db, [
    countAttempt(context, account),
    countAttempt(context, address),
    db.select(own).from(users).where(eq(users.id, actor.userId)),
  ]);
  checkAttempts([...byAccount, ...byAddress], now);
  if (!user?.passwordHash) throw authErrors.password_missing();
  if (!(await verifyPassword(password, user.passwordHash))) throw authErrors.wrong_password();
  const proven = [stillHas(context, user.passwordHash), ...forgiveAttempts(context, account, address)];
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
  ]);
}

/**
 * Gives a caller without a password one, and the name that goes with it. They have nothing to prove themselves with but
 * a session, which therefore has to be new. Their other sessions and a password link end.
 * @throws AppError sign_in_not_fresh, password_present, username_taken, username_alike, weak_password
 */
export async function addPassword(
  context: UserContext,
  { username, password }: SetPasswordInput,
): Promise<void> {
  const { db, actor, now } = context;
  const [row] = await db
    .select({ signedInAt: sessionsTable.createdAt, passwordHash: users.passwordHash })
    .from(sessionsTable)
    .innerJoin(users, eq(users.id, sessionsTable.userId))
    .where(eq(sessionsTable.id, actor.sessionId));
  if (row?.passwordHash) throw authErrors.password_present();
  if (!row || row.signedInAt < hoursFrom(now, -FRESH_MINUTES / 60)) {
    throw authErrors.sign_in_not_fresh({ minutes: FRESH_MINUTES });
  }
  if (isGuessable(password, username)) throw authErrors.weak_password();
  const passwordHash = await hashPassword(password);
  await write(
    db,
    [
      stillHas(context, null),
      guard(isSignInNameUnlike(actor.userId, username), authErrors.username_alike({ username })),
      setSignIn(context, actor.userId, username, passwordHash),
      ...endAccess(db, actor.userId, actor.sessionId),
      authAudit.write(context, {
        action: "user.password_added",
        entity: { id: actor.userId, name: actor.name },
      }),
    ],
    { sign_in_name: authErrors.username_taken({ username }) },
  );
}
