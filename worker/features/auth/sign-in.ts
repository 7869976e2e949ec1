import { eq } from "drizzle-orm";
import { actorWithoutSession } from "../../lib/actor.ts";
import type { SystemContext } from "../../lib/context.ts";
import { readBatch, type Statement } from "../../lib/db/client.ts";
import { write } from "../../lib/guard.ts";
import { type CurrentUser, type ProfileRow, selectProfiles, toCurrentUser } from "../account/index.ts";
import { markSignedIn } from "../members/index.ts";
import { insertSession, newToken } from "../sessions/index.ts";
import { noteSignIn, signInNameOf, users } from "../users/index.ts";
import { attemptKey, checkAttempts, countAttempt, forgiveAttempts } from "./attempts.ts";
import { authErrors } from "./auth.errors.ts";
import type { LoginInput } from "./auth.schema.ts";
import { authAudit } from "./auth.texts.ts";
import { verifyPassword } from "./passwords.ts";

/** Where a sign-in comes from. */
export type Visitor = { address: string; userAgent: string | null };

/** A sign-in that succeeded: the user, and the token for the cookie. */
export type SignedIn = { user: CurrentUser; token: string };

/**
 * Signs in by password. An unknown name and a wrong password take the same time and give the same answer.
 * @throws AppError wrong_credentials, account_inactive, too_many_attempts
 */
export async function signIn(context: SystemContext, input: LoginInput, visitor: Visitor): Promise<SignedIn> {
  const { db, now } = context;
  const signInName = signInNameOf(input.username);
  const account = attemptKey("account", signInName);
  const address = attemptKey("address", visitor.address);
  const [byAccount, byAddress, found] = await readBatch(db, [
    countAttempt(context, account),
    countAttempt(context, address),
    selectProfiles(db).where(eq(users.signInName, signInName)),
  ]);
  checkAttempts([...byAccount, ...byAddress], now);
  const [profile] = found;
  const isRight = await verifyPassword(input.password, profile?.passwordHash ?? null);
  if (!profile || !isRight) throw authErrors.wrong_credentials();
  if (profile.memberStatus === "inactive") throw authErrors.account_inactive();
  const token = newToken();
  await write(db, [
    ...beginSession(context, profile, "password", token, visitor),
    ...forgiveAttempts(context, account, address),
  ]);
  return { user: toCurrentUser(profile), token };
}

/** The statements that store a user's new session, with its audit entry, and note the user's first. */
export function beginSession(
  context: SystemContext,
  { id, organizationId, displayName }: ProfileRow,
  method: "password" | "discord",
  token: string,
  { userAgent }: Visitor,
  email: string | null = null,
): Statement[] {
  const acting = { ...context, actor: actorWithoutSession("user", organizationId, displayName, id) };
  return [
    insertSession(context, { userId: id, token, method, userAgent }),
    noteSignIn(context, id, email),
    markSignedIn(context.db, id),
    authAudit.write(acting, {
      action: "user.signed_in",
      entity: { id, name: displayName },
      details: { method },
    }),
  ];
}
