import { Buffer } from "node:buffer";
import { eq, sql } from "drizzle-orm";
import type { SessionContext } from "../../lib/context.ts";
import { type Guard, guard, write } from "../../lib/guard.ts";
import { decryptSecret, encryptSecret } from "../../lib/secrets.ts";
import { endUnprovenSessions, entityOf, guardSession, markFactorShown } from "../sessions/index.ts";
import { organizations } from "../settings/index.ts";
import { hasPasswordHash, users } from "../users/index.ts";
import { secretPlace } from "./prove.ts";
import { dropIdleCodes, firstRecoveryCodes } from "./recovery-codes.ts";
import { factorErrors } from "./second-factor.errors.ts";
import type { AuthenticatorSecret, CodeInput } from "./second-factor.schema.ts";
import { authenticators } from "./second-factor.table.ts";
import { factorAudit, factorNotices } from "./second-factor.texts.ts";
import { findStep, newSecret, toBase32, uriOf } from "./totp.ts";

/** The guard that the caller has a password, after which a second step is required. */
export const guardPassword = ({ actor }: SessionContext): Guard =>
  guard(sql`not ${hasPasswordHash(actor.userId, null)}`, factorErrors.second_factor_without_password());

/** The statement that reads the caller's username and the name of their organization. */
export const selectNames = ({ db, actor }: SessionContext) =>
  db
    .select({ username: users.username, organization: organizations.name })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .where(eq(users.id, actor.userId));

const isConfirmed = (userId: number) =>
  sql`exists (select 1 from ${authenticators} where user_id = ${userId} and confirmed_at is not null)`;

/**
 * Creates the secret for the caller's authenticator app, which becomes active with a first code.
 * @throws AppError second_factor_without_password, authenticator_present
 */
export async function beginAuthenticator(context: SessionContext): Promise<AuthenticatorSecret> {
  const { db, env, actor } = context;
  const { userId } = actor;
  const plain = newSecret();
  const secret = await encryptSecret(env.SECRETS_KEYS, plain.toString("base64"), secretPlace(userId));
  const set = { secret, lastStep: 0, lastWaiting: null };
  const results = await write(db, [
    guardPassword(context),
    guard(sql`not ${isConfirmed(userId)}`, factorErrors.authenticator_present()),
    db
      .insert(authenticators)
      .values({ userId, ...set })
      .onConflictDoUpdate({ target: authenticators.userId, set }),
    selectNames(context),
  ]);
  const [{ username, organization }] = results.at(-1) as [{ username: string; organization: string }];
  const text = toBase32(plain);
  return { secret: text, uri: uriOf(text, organization, username) };
}

/**
 * Confirms the caller's new authenticator app by a code. A first factor ends other sessions that began with only a password.
 * @returns recovery codes for a user who has none.
 * @throws AppError wrong_code, authenticator_missing
 */
export async function confirmAuthenticator(context: SessionContext, { code }: CodeInput) {
  const { db, env, actor, now } = context;
  const { userId } = actor;
  const isOwn = eq(authenticators.userId, userId);
  const missing = factorErrors.authenticator_missing();
  const [row] = await db.select().from(authenticators).where(isOwn);
  if (!row || row.confirmedAt !== null) throw missing;
  const plain = await decryptSecret(env.SECRETS_KEYS, row.secret, secretPlace(userId));
  const step = plain === null ? null : findStep(Buffer.from(plain, "base64"), code, now, 0);
  if (step === null) throw factorErrors.wrong_code();
  const isTheSame = sql`user_id = ${userId} and secret = ${row.secret} and confirmed_at is null`;
  const recovery = await firstRecoveryCodes(context, userId);
  const results = await write(db, [
    guardSession(context),
    guard(sql`exists (select 1 from ${authenticators} where ${isTheSame})`, missing),
    endUnprovenSessions(context),
    markFactorShown(context, "authenticator"),
    db.update(authenticators).set({ confirmedAt: now.toISOString(), lastStep: step }).where(isOwn),
    ...factorNotices.write(context, userId, "authenticator_added"),
    factorAudit.write(context, { action: "user.authenticator_added", entity: entityOf(context) }),
    ...recovery.statements,
  ]);
  return recovery.read(results);
}

/** Removes the caller's authenticator app. @throws AppError authenticator_missing */
export async function removeAuthenticator(context: SessionContext): Promise<void> {
  const { db, actor } = context;
  const { userId } = actor;
  await write(db, [
    guard(isConfirmed(userId), factorErrors.authenticator_missing()),
    db.delete(authenticators).where(eq(authenticators.userId, userId)),
    dropIdleCodes(context, userId),
    ...factorNotices.write(context, userId, "authenticator_removed"),
    factorAudit.write(context, { action: "user.authenticator_removed", entity: entityOf(context) }),
  ]);
}
