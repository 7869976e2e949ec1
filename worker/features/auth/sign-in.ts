import { eq, sql } from "drizzle-orm";
import { actorWithoutSession, type UserActor } from "../../lib/actor.ts";
import type { SystemContext } from "../../lib/context.ts";
import { readBatch, type Statement } from "../../lib/db/client.ts";
import { type Guard, guard, write } from "../../lib/guard.ts";
import {
  type CurrentUser,
  heldBack,
  type ProfileRow,
  selectProfiles,
  toCurrentUser,
} from "../account/index.ts";
import { markSignedIn, members } from "../members/index.ts";
import {
  factorErrors,
  factorNotices,
  hasFactor,
  type SecondFactorMethod,
  selectFactors,
  toFactors,
  type Waiting,
  waitForSecondStep,
} from "../second-factor/index.ts";
import { deviceInWords, hasNoFactor, insertSession, newToken, sessionIdOf } from "../sessions/index.ts";
import { noteSignIn, signInNameOf, users } from "../users/index.ts";
import { admit, countAttempt, forgiveAttempts } from "./attempts.ts";
import { authErrors } from "./auth.errors.ts";
import type { LoginInput } from "./auth.schema.ts";
import { authAudit, authNotices } from "./auth.texts.ts";
import { knows } from "./devices.ts";
import { verifyPassword } from "./passwords.ts";
import { inWords, type Visitor } from "./visitor.ts";
import { noteWrongPassword } from "./wrong-password.ts";

/** A sign-in that succeeded: the user, and the token for the cookie. */
export type SignedIn = { user: CurrentUser; token: string };

/** How a sign-in with a password goes on: with a session, or with the second step that it waits for. */
export type PasswordSignIn = SignedIn | { organizationId: number; waiting: Waiting };

/**
 * Signs in by password, or for a user with a second factor begins to. An unknown name and a wrong password take the same time and give the same answer.
 * @throws AppError wrong_credentials, too_many_attempts, as `beginSession`
 */
export async function signIn(
  context: SystemContext,
  input: LoginInput,
  visitor: Visitor,
): Promise<PasswordSignIn> {
  const { db, now } = context;
  const signInName = signInNameOf(input.username);
  const [counted, early, [profile], held] = await readBatch(db, [
    ...countAttempt(context, {
      kind: "password",
      at: signInName,
      from: visitor.address,
      device: visitor.device,
    }),
    selectProfiles(db).where(eq(users.signInName, signInName)),
    selectFactors(db, sql`u.sign_in_name = ${signInName}`),
  ]);
  const key = admit(counted, early, now);
  const isRight = await verifyPassword(input.password, profile?.passwordHash ?? null);
  if (!profile || !isRight) {
    await noteWrongPassword(context, key, signInName, profile ?? null, visitor);
    throw authErrors.wrong_credentials();
  }
  if (profile.memberStatus === "inactive") throw authErrors.account_inactive();
  const factors = held.map(toFactors).find(hasFactor);
  // Attempts stay counted, which saves a row: a browser that gets through both steps is counted by itself from then on.
  if (factors) {
    const waiting = waitForSecondStep(context, factors, profile.passwordHash);
    return { organizationId: profile.organizationId, waiting };
  }
  const token = newToken();
  await write(db, [
    guard(
      sql`(select password_hash from ${users} where id = ${profile.id}) is ${profile.passwordHash}`,
      authErrors.wrong_credentials(),
    ),
    ...beginSession(context, profile, { method: "password" }, token, visitor),
    forgiveAttempts(context, key),
  ]);
  const user = toCurrentUser(afterSignIn(profile, visitor, { method: "password" }));
  return { user: profile.isAskedForFactor ? heldBack(user) : user, token };
}

/** Whether a sign-in is told to its user: not their first, and on a device that they did not sign in on before. */
const isNewDevice = (profile: ProfileRow, { device }: Visitor): boolean =>
  profile.signedInAt !== null && !knows(device, profile);

/** How a user has signed in. */
export type SignInWay = {
  method: "password" | "discord";
  /** The verified e-mail address that came with it. */
  email?: string | null;
  secondFactor?: SecondFactorMethod;
  /** Recovery codes that are left after one was used. */
  codesLeft?: number | undefined;
};

/** A user's profile with what `beginSession` adds to it. */
export const afterSignIn = (profile: ProfileRow, visitor: Visitor, { codesLeft }: SignInWay): ProfileRow => ({
  ...profile,
  unread: profile.unread + (codesLeft !== undefined || isNewDevice(profile, visitor) ? 1 : 0),
});

/** What the user is told of their sign-in: one notice at most, so that it costs no more rows than they are. */
function tellSignIn(
  context: SystemContext,
  profile: ProfileRow,
  { codesLeft }: SignInWay,
  visitor: Visitor,
): Statement[] {
  const details = { device: deviceInWords(visitor.userAgent), where: inWords(visitor) };
  if (codesLeft !== undefined)
    return [factorNotices.write(context, profile.id, "recovery_code_used", { ...details, left: codesLeft })];
  return isNewDevice(profile, visitor)
    ? [authNotices.write(context, profile.id, "auth.new_device", details)]
    : [];
}

/** The guards that a user may still sign in as it was looked at, where hashing took its time. */
const staysAllowed = ({ id }: ProfileRow, { method, secondFactor }: SignInWay): Guard[] => [
  guard(
    sql`not exists (select 1 from ${members} where ${members.userId} = ${id} and ${members.status} = 'inactive')`,
    authErrors.account_inactive(),
  ),
  ...(method === "password" && !secondFactor
    ? [guard(hasNoFactor(sql`${id}`), factorErrors.sign_in_ended())]
    : []),
];

/**
 * The steps that store a user's new session, with its audit entry, note the user's first, and tell the user of a
 * new device or a used recovery code.
 * @throws AppError account_inactive, sign_in_ended for one who has a second factor by now, in the batch
 */
export function beginSession(
  context: SystemContext,
  profile: ProfileRow,
  way: SignInWay,
  token: string,
  visitor: Visitor,
): (Guard | Statement)[] {
  const { id, organizationId, displayName } = profile;
  const { method, email = null, secondFactor } = way;
  const sessionId = sessionIdOf(token);
  const { kind: _, ...user } = actorWithoutSession("user", organizationId, displayName);
  const actor: UserActor = {
    ...user,
    kind: "user",
    userId: id,
    sessionId,
    role: null,
    language: null,
    provenAt: context.now.toISOString(),
    isHeldBack: false,
  };
  return [
    ...staysAllowed(profile, way),
    insertSession(context, { userId: id, token, method, secondFactor, ...visitor }),
    noteSignIn(context, id, email),
    markSignedIn(context.db, id),
    authAudit.write(
      { ...context, actor },
      {
        action: "user.signed_in",
        entity: { id, name: displayName },
        details: { method, ...(secondFactor ? { secondFactor } : {}) },
      },
    ),
    ...tellSignIn(context, profile, way, visitor),
  ];
}
