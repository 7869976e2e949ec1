import { eq, sql } from "drizzle-orm";
import { actorWithoutSession } from "../../lib/actor.ts";
import type { SystemContext } from "../../lib/context.ts";
import { readBatch, type Statement } from "../../lib/db/client.ts";
import { refusedFor } from "../../lib/errors.ts";
import { type Guard, guard, write } from "../../lib/guard.ts";
import type { KeptSession } from "../../lib/http/session-cookie.ts";
import type { CurrentUser, ProfileRow } from "../account/index.ts";
import { heldBack, selectProfiles, toCurrentUser } from "../account/index.ts";
import { markSignedIn, members } from "../members/index.ts";
import * as factor from "../second-factor/index.ts";
import {
  deviceInWords,
  endOfNew,
  hasNoFactor,
  insertSession,
  newToken,
  sessionIdOf,
} from "../sessions/index.ts";
import { mayComeIn } from "../settings/index.ts";
import { hasPasswordHash, noteSignIn, signInNameOf, users } from "../users/index.ts";
import { admit, countAttempt, forgiveAttempts, noteWrongPassword } from "./attempts.ts";
import { authErrors } from "./auth.errors.ts";
import type { LoginInput } from "./auth.schema.ts";
import { authAudit, authNotices } from "./auth.texts.ts";
import { verifyPassword } from "./passwords.ts";
import { lookAtAnswer } from "./second-step.ts";
import { inWords, knows, placeOf, type Visitor } from "./visitor.ts";

type SignedIn = KeptSession & { user: CurrentUser };

/** The outcome of a sign-in with a password: a session, or the second step that it waits for. */
export type PasswordSignIn = SignedIn | { organizationId: number; waiting: factor.Waiting };

/**
 * Signs in by password; a user with a second factor then has to give that. An unknown name and a wrong password take the same
 * time and get the same answer.
 * @throws AppError wrong_credentials, too_many_attempts, line_full, as `beginSession`
 */
export async function signIn(context: SystemContext, input: LoginInput, visitor: Visitor) {
  const { db } = context;
  using place = placeOf(visitor);
  const signInName = signInNameOf(input.username);
  const { address: from, device } = visitor;
  const [counted, early, [profile], factorRows] = await readBatch(db, [
    ...countAttempt(context, { kind: "password", at: { name: signInName }, from, device }),
    selectProfiles(db).where(eq(users.signInName, signInName)),
    factor.selectFactors(db, sql`u.sign_in_name = ${signInName}`),
  ]);
  const key = admit(counted, early, context.now, profile);
  const isRight = await verifyPassword(place, input.password, profile?.passwordHash ?? null);
  if (!profile || !isRight) {
    await noteWrongPassword(context, key, { name: signInName }, profile ?? null, visitor);
    throw refusedFor(profile)(authErrors.wrong_credentials());
  }
  assertAllowed(profile);
  const { id, organizationId, passwordHash } = profile;
  const factors = factorRows.map(factor.toFactors).find(factor.hasFactor);
  // Keeps the attempts, which saves a row: a browser that passes both steps has its own counter from then on.
  if (factors) return { organizationId, waiting: factor.waitForSecondStep(context, factors, passwordHash) };
  const token = newToken();
  await write(db, [
    guard(hasPasswordHash(id, passwordHash), authErrors.wrong_credentials()),
    ...beginSession(context, profile, { method: "password" }, token, visitor),
    forgiveAttempts(context, key),
  ]);
  const user = toCurrentUser(profile);
  return {
    user: profile.isAskedForFactor ? heldBack(user) : user,
    token,
    endsAt: endOfNew(context, profile),
  };
}

/**
 * Finishes a waiting sign-in with a code of an app, a recovery code or a passkey.
 * @throws AppError sign_in_ended, wrong_code, wrong_recovery_code, passkey_refused, too_many_codes, codes_refused, line_full,
 * account_inactive
 */
export async function finishSignIn(
  context: SystemContext,
  token: string,
  input: factor.SecondStepInput,
  visitor: Visitor,
): Promise<SignedIn> {
  const { db } = context;
  const waits = factor.readWaiting(context, token);
  const { userId } = waits;
  const ended = factor.factorErrors.sign_in_ended();
  const found = await lookAtAnswer(
    context,
    waits,
    input,
    { from: visitor.address, device: visitor.device },
    selectProfiles(db).where(eq(users.id, userId)),
  );
  const [profile] = found.rows;
  if (!profile || !factor.isWaiting(context, token, profile.passwordHash)) throw ended;
  assertAllowed(profile);
  const { steps, method: secondFactor, codesLeft } = await found.prove().catch(refusedFor(profile));
  const sessionToken = newToken();
  const how: SignInWay = { method: "password", secondFactor, codesLeft };
  await write(db, [
    guard(hasPasswordHash(userId, profile.passwordHash), ended),
    ...(secondFactor === "authenticator" ? [] : factor.endWaiting(context, waits)),
    ...steps,
    ...beginSession(context, profile, how, sessionToken, visitor),
  ]);
  const user = toCurrentUser(profile);
  return { user, token: sessionToken, endsAt: endOfNew(context, profile) };
}

/** Former members come in where they may apply again, or have an open application. @throws AppError account_inactive */
function assertAllowed({ memberStatus, mayComeIn }: ProfileRow): void {
  if (memberStatus === "inactive" && !mayComeIn) throw authErrors.account_inactive();
}

/** Whether the user is notified of a new device: not at their first sign-in. */
const isNewDevice = (profile: ProfileRow, { device }: Visitor): boolean =>
  profile.signedInAt !== null && !knows(device, profile);

type SignInWay = {
  method: "password" | "discord";
  /** The verified e-mail address of the Discord account. */
  email?: string | null;
  secondFactor?: factor.SecondFactorMethod;
  /** Recovery codes that are left after one was used. */
  codesLeft?: number | undefined;
};

/** The notice of a sign-in, at most one: each costs rows. */
function tellSignIn(context: SystemContext, profile: ProfileRow, { codesLeft }: SignInWay, visitor: Visitor) {
  const { id } = profile;
  const details = { device: deviceInWords(visitor.userAgent), where: inWords(visitor) };
  if (codesLeft !== undefined)
    return factor.factorNotices.write(context, id, "recovery_code_used", { ...details, left: codesLeft });
  return isNewDevice(profile, visitor) ? authNotices.write(context, id, "auth.new_device", details) : [];
}

/** The guards that the user may still sign in: hashing the password takes time. */
const guardAllowed = ({ id, organizationId }: ProfileRow, { method, secondFactor }: SignInWay): Guard[] => [
  guard(
    sql`not exists (select 1 from ${members} where ${members.userId} = ${id} and ${members.status} = 'inactive')
      or ${mayComeIn(organizationId, id)}`,
    authErrors.account_inactive(),
  ),
  ...(method === "password" && !secondFactor
    ? [guard(hasNoFactor(sql`${id}`), factor.factorErrors.sign_in_ended())]
    : []),
];

/**
 * The steps that store a user's new session with its audit entry, store when they first signed in, and notify them of a new
 * device or a used recovery code.
 * @throws AppError account_inactive, sign_in_ended for a user who has a second factor by now, in the batch
 */
export function beginSession(
  context: SystemContext,
  profile: ProfileRow,
  way: SignInWay,
  token: string,
  visitor: Visitor,
): (Guard | Statement)[] {
  const { id, organizationId, displayName: name } = profile;
  const { method, email = null, secondFactor } = way;
  const user = actorWithoutSession("user", organizationId, name, id);
  const acting = { ...context, actor: { ...user, sessionId: sessionIdOf(token) } };
  const details = { method, ...(secondFactor ? { secondFactor } : {}) };
  return [
    ...guardAllowed(profile, way),
    ...insertSession(context, { userId: id, token, method, secondFactor, ...visitor }),
    noteSignIn(context, id, email),
    markSignedIn(context, id),
    authAudit.write(acting, { action: "user.signed_in", entity: { id, name }, details }),
    ...tellSignIn(context, profile, way, visitor),
  ];
}
