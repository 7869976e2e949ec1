import { eq, sql } from "drizzle-orm";
import { type Actor, type Performer, performerOf, type SystemContext } from "../../lib/context.ts";
import { guard, isRefused, isUniqueViolation, readBatch, runBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { type CurrentUser, signInNameOf } from "../account/account.schema.ts";
import {
  insertPasswordUser,
  type ProfileRow,
  selectProfiles,
  toCurrentUser,
  userIdByName,
} from "../account/profile.ts";
import { audit } from "../activity/list.ts";
import { insertMember } from "../members/members.ts";
import { insertWebsiteProspect } from "../prospects/intake.ts";
import { findGrantableRole } from "../roles/roles.ts";
import { hashToken, insertSession, newToken } from "../sessions/sessions.ts";
import { selectRegistration } from "../settings/settings.ts";
import { users } from "../users/users.table.ts";
import { attemptKey, checkAttempts, countAttempt, forgiveAttempts } from "./attempts.ts";
import { authErrors } from "./auth.errors.ts";
import type { LoginInput, RegisterInput } from "./auth.schema.ts";
import { hashPassword, isGuessable, verifyPassword } from "./passwords.ts";

/** Where a sign-in comes from. */
export type Visitor = { address: string; userAgent: string | null };

/** A sign-in that succeeded: the user, and the token for the cookie. */
export type SignedIn = { user: CurrentUser; token: string };

/**
 * Signs in with username and password. Unknown name and wrong password take the same time and give the
 * same answer.
 * @throws AppError wrong_credentials, account_inactive, too_many_attempts
 */
export async function signIn(context: SystemContext, input: LoginInput, visitor: Visitor): Promise<SignedIn> {
  const { db, now } = context;
  const account = await attemptKey("account", signInNameOf(input.username));
  const address = await attemptKey("address", visitor.address);
  const [byAccount, byAddress, found] = await readBatch(db, [
    countAttempt(db, account, now),
    countAttempt(db, address, now),
    selectProfiles(db).where(eq(users.signInName, signInNameOf(input.username))),
  ]);
  checkAttempts(
    [
      { key: account, rows: byAccount },
      { key: address, rows: byAddress },
    ],
    now,
  );
  const [profile] = found;
  const isRight = await verifyPassword(input.password, profile?.passwordHash ?? null);
  if (!profile || !isRight) throw authErrors.wrong_credentials();
  if (profile.memberStatus === "inactive") throw authErrors.account_inactive();
  const token = newToken();
  await runBatch(db, [
    insertSession(
      db,
      {
        userId: profile.id,
        tokenHash: await hashToken(token),
        method: "password",
        userAgent: visitor.userAgent,
      },
      now,
    ),
    ...forgiveAttempts(db, { account, address }),
    auditSignIn(context, profile, "password"),
  ]);
  return { user: toCurrentUser(profile), token };
}

/** The audit statement of a sign-in. */
export const auditSignIn = ({ db, now }: SystemContext, user: ProfileRow, method: string) =>
  audit(
    db,
    user.organizationId,
    { kind: "user", userId: user.id, name: user.displayName },
    { action: "user.signed_in", entity: { id: user.id, name: user.displayName }, details: { method } },
    now,
  );

type Registration = { user: CurrentUser; token: string | null };

/**
 * Makes an account. Somebody with admin.users adds a user, with a role if given, and stays who they are;
 * anyone else registers themselves, becomes a prospect at intro and is signed in.
 * @throws AppError registration_closed, forbidden (a role without admin.users), role_not_yours,
 * username_taken, weak_password, too_many_attempts
 */
export async function register(
  context: SystemContext,
  actor: Actor | null,
  input: RegisterInput,
  visitor: Visitor,
): Promise<Registration> {
  const { db, now } = context;
  const isAdding = actor?.permissions.has("admin.users") ?? false;
  if (input.role !== undefined && !isAdding) throw errors.forbidden({ permission: "admin.users" });
  if (isGuessable(input.password, input.username)) throw authErrors.weak_password();
  const organizationId = isAdding && actor ? actor.organizationId : await admitVisitor(context, visitor);
  const role = input.role !== undefined && actor ? await findGrantableRole(db, actor, input.role) : null;

  const displayName = input.displayName || input.username;
  const email = input.email || null;
  const at = now.toISOString();
  const token = isAdding ? null : newToken();
  const userId = userIdByName(input.username);
  const by: Performer =
    isAdding && actor ? performerOf(actor) : { kind: "user", userId: null, name: displayName };
  try {
    const results = await runBatch(db, [
      guard(db, sql`not exists ${userId}`),
      insertPasswordUser(db, {
        organizationId,
        username: input.username,
        displayName,
        email,
        passwordHash: await hashPassword(input.password),
        language: isAdding ? null : context.language,
        at,
      }),
      ...(role
        ? [insertMember(db, { organizationId, userId, roleId: role.id, joinedAt: at })]
        : insertWebsiteProspect(db, {
            organizationId,
            userId,
            username: input.username,
            displayName,
            email,
            at,
            by,
          })),
      ...(token
        ? [
            insertSession(
              db,
              {
                userId,
                tokenHash: await hashToken(token),
                method: "password",
                userAgent: visitor.userAgent,
              },
              now,
            ),
          ]
        : []),
      audit(
        db,
        organizationId,
        by,
        {
          action: isAdding ? "user.added" : "user.registered",
          entity: isAdding
            ? { id: userId, name: displayName }
            : { id: sql`(select id from prospects where user_id = ${userId})`, name: displayName },
        },
        now,
      ),
      selectProfiles(db).where(eq(users.id, userId)),
    ]);
    const [profile] = results.at(-1) as ProfileRow[];
    return { user: toCurrentUser(profile as ProfileRow), token };
  } catch (error) {
    if (isRefused(error) || isUniqueViolation(error, "users_sign_in_name")) {
      throw authErrors.username_taken({ username: input.username });
    }
    throw error;
  }
}

/** The organization that a visitor may register with. @throws AppError registration_closed, too_many_attempts */
async function admitVisitor({ db, now }: SystemContext, visitor: Visitor): Promise<number> {
  const key = await attemptKey("registration", visitor.address);
  const [registration, counted] = await readBatch(db, [selectRegistration(db), countAttempt(db, key, now)]);
  checkAttempts([{ key, rows: counted }], now);
  const [open] = registration;
  if (!open?.isOpen) throw authErrors.registration_closed();
  return open.organizationId;
}
