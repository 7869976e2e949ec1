import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import type { ById, SessionContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { guard, write } from "../../lib/guard.ts";
import {
  endUnprovenSessions,
  entityOf,
  guardSession,
  hashToken,
  markFactorShown,
} from "../sessions/index.ts";
import { guardPassword, selectNames } from "./authenticator.ts";
import {
  assertionOptionsOf,
  CHALLENGE_MINUTES,
  credentialsOf,
  insertChallenge,
  readFactors,
  rpIdOf,
  takeChallenge,
} from "./factors.ts";
import { dropIdleCodes, firstRecoveryCodes } from "./recovery-codes.ts";
import { factorErrors } from "./second-factor.errors.ts";
import { type CreationOptions, PASSKEY_LIMIT, type PasskeyInput } from "./second-factor.schema.ts";
import { challenges, passkeys } from "./second-factor.table.ts";
import { factorAudit, factorNotices } from "./second-factor.texts.ts";
import { ALGORITHMS, readNewPasskey } from "./web-authn.ts";

/** The key of a session's stored challenge: each session has one of each purpose at a time. */
export const challengeOfSession = (purpose: "confirm" | "register", { actor }: SessionContext) =>
  hashToken(`${purpose}:${actor.sessionId}`);

const newChallenge = () => randomBytes(32).toString("base64url");
const tooMany = () => factorErrors.too_many_passkeys({ limit: PASSKEY_LIMIT });

/**
 * Starts adding a passkey.
 * @returns the options for the browser
 * @throws AppError second_factor_without_password, too_many_passkeys
 */
export async function beginPasskey(context: SessionContext): Promise<CreationOptions> {
  const { db, env, actor } = context;
  const factors = await readFactors(context);
  if (factors.passkeys.length >= PASSKEY_LIMIT) throw tooMany();
  const challenge = newChallenge();
  const tokenHash = challengeOfSession("register", context);
  const results = await write(db, [
    guardPassword(context),
    insertChallenge(context, { tokenHash, userId: actor.userId, purpose: "register", challenge }),
    selectNames(context),
  ]);
  const [{ username: name, organization }] = results.at(-1) as [{ username: string; organization: string }];
  const id = Buffer.from(String(actor.userId)).toString("base64url");
  return {
    challenge,
    rp: { id: rpIdOf(env), name: organization },
    user: { id, name, displayName: actor.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    excludeCredentials: credentialsOf(factors),
    authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
    attestation: "none",
    timeout: CHALLENGE_MINUTES * 60_000,
  };
}

/**
 * Adds a passkey that the browser made for the caller's session. A first factor ends other sessions that began with only a
 * password.
 * @returns recovery codes for a user who has none
 * @throws AppError passkey_refused, passkey_present, too_many_passkeys
 */
export async function addPasskey(context: SessionContext, input: PasskeyInput) {
  const { db, env, now } = context;
  const { userId } = context.actor;
  const at = now.toISOString();
  const tokenHash = challengeOfSession("register", context);
  const isOpen = and(eq(challenges.tokenHash, tokenHash), gt(challenges.expiresAt, at));
  const [open] = await db.select().from(challenges).where(isOpen);
  if (!open) throw factorErrors.passkey_refused();
  const credential = await readNewPasskey(env, open.challenge, input);
  const recovery = await firstRecoveryCodes(context, userId);
  const { name, transports } = input;
  const details = { passkey: name };
  const results = await write(
    db,
    [
      guardSession(context),
      guardPassword(context),
      ...takeChallenge(db, tokenHash, factorErrors.passkey_refused()),
      guard(sql`(select count(*) from ${passkeys} where user_id = ${userId}) < ${PASSKEY_LIMIT}`, tooMany()),
      endUnprovenSessions(context),
      markFactorShown(context, "passkey"),
      db.insert(passkeys).values({ userId, ...credential, transports, name, createdAt: at }),
      ...factorNotices.write(context, userId, "passkey_added", details),
      factorAudit.write(context, { action: "user.passkey_added", entity: entityOf(context), details }),
      ...recovery.statements,
    ],
    { credential: factorErrors.passkey_present() },
  );
  return recovery.read(results);
}

/** Removes one of the caller's passkeys. @throws AppError not_found */
export async function removePasskey(context: SessionContext, { id }: ById): Promise<void> {
  const { db } = context;
  const { userId } = context.actor;
  const isOwn = and(eq(passkeys.id, id), eq(passkeys.userId, userId));
  const [found] = await db.select({ passkey: passkeys.name }).from(passkeys).where(isOwn);
  if (!found) throw errors.not_found();
  await write(db, [
    guard(sql`exists (select 1 from ${passkeys} where ${isOwn})`, errors.not_found()),
    db.delete(passkeys).where(isOwn),
    dropIdleCodes(context, userId),
    ...factorNotices.write(context, userId, "passkey_removed", found),
    factorAudit.write(context, { action: "user.passkey_removed", entity: entityOf(context), details: found }),
  ]);
}

/** The options to prove the caller's identity by a passkey in this session; null for a user without passkeys. */
export async function askPasskeys(context: SessionContext) {
  const factors = await readFactors(context);
  const challenge = newChallenge();
  const options = assertionOptionsOf(context.env, challenge, factors);
  if (!options) return null;
  const tokenHash = challengeOfSession("confirm", context);
  await insertChallenge(context, { tokenHash, userId: factors.userId, purpose: "confirm", challenge });
  return options;
}
