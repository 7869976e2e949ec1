import { eq, sql } from "drizzle-orm";
import { actorWithoutSession, type UserActor } from "../../lib/actor.ts";
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
import { deviceInWords, insertSession, newSessionId, newToken } from "../sessions/index.ts";
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
 * @throws AppError wrong_credentials, account_inactive, too_many_attempts
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
  if (factors) {
    const { statement, ...waiting } = waitForSecondStep(context, factors, profile.passwordHash);
    await write(db, [statement, forgiveAttempts(context, key)]);
    return { organizationId: profile.organizationId, waiting };
  }
  const token = newToken();
  await write(db, [
    ...beginSession(context, profile, "password", token, visitor),
    forgiveAttempts(context, key),
  ]);
  const user = toCurrentUser(afterSignIn(profile, visitor));
  return { user: profile.isAskedForFactor ? heldBack(user) : user, token };
}

/** Whether a sign-in is told to its user: not their first, and on a device that they did not sign in on before. */
const isNewDevice = (profile: ProfileRow, { device }: Visitor): boolean =>
  profile.signedInAt !== null && !knows(device, profile);

/** A user's profile with what `beginSession` adds to it. */
export const afterSignIn = (profile: ProfileRow, visitor: Visitor): ProfileRow => ({
  ...profile,
  unread: profile.unread + (isNewDevice(profile, visitor) ? 1 : 0),
});

/**
 * The statements that store a user's new session, with its audit entry, note the user's first, and tell the user of a
 * new device.
 */
export function beginSession(
  context: SystemContext,
  profile: ProfileRow,
  method: "password" | "discord",
  token: string,
  visitor: Visitor,
  email: string | null = null,
  secondFactor: SecondFactorMethod | null = null,
): Statement[] {
  const { id, organizationId, displayName } = profile;
  const sessionId = newSessionId();
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
    insertSession(context, { id: sessionId, userId: id, token, method, secondFactor, ...visitor }),
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
    ...(isNewDevice(profile, visitor)
      ? [
          authNotices.write(context, id, "auth.new_device", {
            device: deviceInWords(visitor.userAgent),
            where: inWords(visitor),
          }),
        ]
      : []),
  ];
}
