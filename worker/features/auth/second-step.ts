import { eq, sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import { guard, write } from "../../lib/guard.ts";
import { selectProfiles, toCurrentUser } from "../account/index.ts";
import {
  endWaiting,
  factorErrors,
  isWaiting,
  lookAt,
  readWaiting,
  type SecondStepInput,
} from "../second-factor/index.ts";
import { newToken } from "../sessions/index.ts";
import { users } from "../users/index.ts";
import { authErrors } from "./auth.errors.ts";
import { afterSignIn, beginSession, type SignedIn, type SignInWay } from "./sign-in.ts";
import type { Visitor } from "./visitor.ts";

/**
 * Ends a sign-in that waits for its second step: with a code of an app, a recovery code or a passkey.
 * @param token that of the waiting sign-in, out of its cookie
 * @throws AppError sign_in_ended, wrong_code, wrong_recovery_code, passkey_refused, too_many_codes, account_inactive
 */
export async function finishSignIn(
  context: SystemContext,
  token: string,
  input: SecondStepInput,
  visitor: Visitor,
): Promise<SignedIn> {
  const { db } = context;
  const waits = readWaiting(context, token);
  const { userId } = waits;
  const {
    rows: [profile],
    prove,
  } = await lookAt(context, waits, input, selectProfiles(db).where(eq(users.id, userId)));
  if (!profile || !isWaiting(context, token, profile.passwordHash)) throw factorErrors.sign_in_ended();
  if (profile.memberStatus === "inactive") throw authErrors.account_inactive();
  const { steps, method: secondFactor, codesLeft } = await prove();
  const sessionToken = newToken();
  const how: SignInWay = { method: "password", secondFactor, codesLeft };
  await write(db, [
    guard(
      sql`(select password_hash from ${users} where id = ${userId}) is ${profile.passwordHash}`,
      factorErrors.sign_in_ended(),
    ),
    ...endWaiting(context, waits),
    ...steps,
    ...beginSession(context, profile, how, sessionToken, visitor),
  ]);
  return { user: toCurrentUser(afterSignIn(profile, visitor, how)), token: sessionToken };
}
