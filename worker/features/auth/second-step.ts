import { eq } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import { write } from "../../lib/guard.ts";
import { selectProfiles, toCurrentUser } from "../account/index.ts";
import {
  factorErrors,
  lookAt,
  type SecondStepInput,
  signInChallenge,
  takeChallenge,
  waitingUser,
} from "../second-factor/index.ts";
import { hashToken, newToken } from "../sessions/index.ts";
import { users } from "../users/index.ts";
import { authErrors } from "./auth.errors.ts";
import { afterSignIn, beginSession, type SignedIn } from "./sign-in.ts";
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
  const tokenHash = hashToken(token);
  const userId = waitingUser(context, tokenHash);
  const {
    challenge,
    rows: [profile],
    prove,
  } = await lookAt(
    context,
    { userId, tokenHash, purpose: "sign_in" },
    input,
    selectProfiles(db).where(eq(users.id, userId)),
  );
  if (!profile || challenge?.challenge !== signInChallenge(token, profile.passwordHash))
    throw factorErrors.sign_in_ended();
  if (profile.memberStatus === "inactive") throw authErrors.account_inactive();
  const { method, steps } = await prove();
  const sessionToken = newToken();
  await write(db, [
    ...takeChallenge(db, tokenHash, factorErrors.sign_in_ended()),
    ...steps,
    ...beginSession(context, profile, "password", sessionToken, visitor, null, method),
  ]);
  return { user: toCurrentUser(afterSignIn(profile, visitor)), token: sessionToken };
}
