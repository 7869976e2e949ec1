import { eq, sql } from "drizzle-orm";
import { actorWithoutSession } from "../../lib/actor.ts";
import type { SystemContext } from "../../lib/context.ts";
import { readBatch, type Statement } from "../../lib/db/client.ts";
import { write } from "../../lib/guard.ts";
import {
  type CurrentUser,
  heldBack,
  type ProfileRow,
  selectProfiles,
  toCurrentUser,
} from "../account/index.ts";
import { markSignedIn } from "../members/index.ts";
import {
  hasFactor,
  type SecondFactorMethod,
  selectFactors,
  toFactors,
  type Waiting,
  waitForSecondStep,
} from "../second-factor/index.ts";
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

/** How a sign-in with a password goes on: with a session, or with the second step that it waits for. */
export type PasswordSignIn = SignedIn | { organizationId: number; waiting: Waiting };

/**
 * Signs in by password, or for a user with a second factor begins to. An unknown name and a wrong password take the same time and give the same answer.
 * @throws AppError wrong_credentials, account_inactive, too_many_attempts
 */
export async function signIn(
  context: SystemContext,
  input: LoginInput,
  visitor: Visitor,
): Promise<PasswordSignIn> {
  const { db, now } = context;
  const signInName = signInNameOf(input.username);
  const account = attemptKey("account", signInName);
  const address = attemptKey("address", visitor.address);
  const [byAccount, byAddress, found, held] = await readBatch(db, [
    countAttempt(context, account),
    countAttempt(context, address),
    selectProfiles(db).where(eq(users.signInName, signInName)),
    selectFactors(db, sql`u.sign_in_name = ${signInName}`),
  ]);
  checkAttempts([...byAccount, ...byAddress], now);
  const [profile] = found;
  const isRight = await verifyPassword(input.password, profile?.passwordHash ?? null);
  if (!profile || !isRight) throw authErrors.wrong_credentials();
  if (profile.memberStatus === "inactive") throw authErrors.account_inactive();
  const factors = held.map(toFactors).find(hasFactor);
  if (factors) {
    const { statement, ...waiting } = waitForSecondStep(context, factors, profile.passwordHash);
    await write(db, [statement]);
    return { organizationId: profile.organizationId, waiting };
  }
  const token = newToken();
  await write(db, [
    ...beginSession(context, profile, "password", token, visitor),
    ...forgiveAttempts(context, account, address),
  ]);
  const user = toCurrentUser(profile);
  return { user: profile.isAskedForFactor ? heldBack(user) : user, token };
}

/** The statements that store a user's new session, with its audit entry, and note the user's first. */
export function beginSession(
  context: SystemContext,
  { id, organizationId, displayName }: ProfileRow,
  method: "password" | "discord",
  token: string,
  { userAgent }: Visitor,
  email: string | null = null,
  secondFactor: SecondFactorMethod | null = null,
): Statement[] {
  const acting = { ...context, actor: actorWithoutSession("user", organizationId, displayName, id) };
  return [
    insertSession(context, { userId: id, token, method, userAgent, secondFactor }),
    noteSignIn(context, id, email),
    markSignedIn(context.db, id),
    authAudit.write(acting, {
      action: "user.signed_in",
      entity: { id, name: displayName },
      details: { method, ...(secondFactor ? { secondFactor } : {}) },
    }),
  ];
}
