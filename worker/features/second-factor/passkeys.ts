import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { guard, write } from "../../lib/guard.ts";
import { endUnprovenSessions, hashToken, stillSignedIn } from "../sessions/index.ts";
import { organizations } from "../settings/index.ts";
import { users } from "../users/index.ts";
import { hasPassword } from "./authenticator.ts";
import {
  assertionOptionsOf,
  CHALLENGE_MINUTES,
  insertChallenge,
  readFactors,
  rpIdOf,
  takeChallenge,
} from "./factors.ts";
import { dropIdleCodes, firstRecoveryCodes } from "./recovery-codes.ts";
import { factorErrors } from "./second-factor.errors.ts";
import {
  type AssertionOptions,
  type CreationOptions,
  type NewRecoveryCodes,
  PASSKEY_LIMIT,
  type PasskeyInput,
} from "./second-factor.schema.ts";
import { challenges, passkeys } from "./second-factor.table.ts";
import { factorAudit, factorNotices } from "./second-factor.texts.ts";
import { ALGORITHMS, readNewPasskey } from "./web-authn.ts";

/** Under what a session's challenge is stored: each session has one of each kind at a time. */
export const challengeOfSession = (purpose: "confirm" | "register", { actor }: UserContext) =>
  hashToken(`${purpose}:${actor.sessionId}`);

const newChallenge = () => randomBytes(32).toString("base64url");

/** Begins to add a passkey: what the browser makes one with. @throws AppError second_factor_without_password, too_many_passkeys */
export async function beginPasskey(context: UserContext): Promise<CreationOptions> {
  const { db, env, actor } = context;
  const { passkeys: held } = await readFactors(context);
  if (held.length >= PASSKEY_LIMIT) throw factorErrors.too_many_passkeys({ limit: PASSKEY_LIMIT });
  const challenge = newChallenge();
  const tokenHash = challengeOfSession("register", context);
  const results = await write(db, [
    hasPassword(context),
    insertChallenge(context, { tokenHash, userId: actor.userId, purpose: "register", challenge }),
    db
      .select({ username: users.username, organization: organizations.name })
      .from(users)
      .innerJoin(organizations, eq(organizations.id, users.organizationId))
      .where(eq(users.id, actor.userId)),
  ]);
  const [{ username, organization }] = results.at(-1) as [{ username: string; organization: string }];
  return {
    challenge,
    rp: { id: rpIdOf(env), name: organization },
    user: {
      id: Buffer.from(String(actor.userId)).toString("base64url"),
      name: username,
      displayName: actor.name,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    excludeCredentials: held.map(({ credentialId: id, transports }) => ({
      type: "public-key",
      id,
      transports,
    })),
    authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
    attestation: "none",
    timeout: CHALLENGE_MINUTES * 60_000,
  };
}

/**
 * Adds a passkey that the browser made for the caller's session. With a first factor the other sessions that a password
 * alone began end.
 * @returns recovery codes for a user who has none
 * @throws AppError passkey_refused, passkey_present, too_many_passkeys
 */
export async function addPasskey(context: UserContext, input: PasskeyInput): Promise<NewRecoveryCodes> {
  const { db, env, actor, now } = context;
  const { userId } = actor;
  const at = now.toISOString();
  const tokenHash = challengeOfSession("register", context);
  const [[open]] = await readBatch(db, [
    db
      .select()
      .from(challenges)
      .where(and(eq(challenges.tokenHash, tokenHash), gt(challenges.expiresAt, at))),
  ]);
  if (!open) throw factorErrors.passkey_refused();
  const credential = await readNewPasskey(env, open.challenge, input);
  const recovery = firstRecoveryCodes(context, userId);
  const { name, transports } = input;
  const results = await write(
    db,
    [
      stillSignedIn(context),
      hasPassword(context),
      ...takeChallenge(db, tokenHash, factorErrors.passkey_refused()),
      guard(
        sql`(select count(*) from ${passkeys} where user_id = ${userId}) < ${PASSKEY_LIMIT}`,
        factorErrors.too_many_passkeys({ limit: PASSKEY_LIMIT }),
      ),
      endUnprovenSessions(context),
      db.insert(passkeys).values({ userId, ...credential, transports, name, createdAt: at }),
      factorNotices.write(context, userId, "passkey_added", { passkey: name }),
      factorAudit.write(context, {
        action: "user.passkey_added",
        entity: { id: userId, name: actor.name },
        details: { passkey: name },
      }),
      ...recovery.statements,
    ],
    { credential: factorErrors.passkey_present() },
  );
  return recovery.read(results);
}

/** Removes one of the caller's passkeys. @throws AppError not_found */
export async function removePasskey(context: UserContext, id: number): Promise<void> {
  const { db, actor } = context;
  const { userId } = actor;
  const isOwn = and(eq(passkeys.id, id), eq(passkeys.userId, userId));
  const [[found]] = await readBatch(db, [db.select({ name: passkeys.name }).from(passkeys).where(isOwn)]);
  if (!found) throw errors.not_found();
  const details = { passkey: found.name };
  await write(db, [
    guard(sql`exists (select 1 from ${passkeys} where ${isOwn})`, errors.not_found()),
    db.delete(passkeys).where(isOwn),
    dropIdleCodes(context, userId),
    factorNotices.write(context, userId, "passkey_removed", details),
    factorAudit.write(context, {
      action: "user.passkey_removed",
      entity: { id: userId, name: actor.name },
      details,
    }),
  ]);
}

/** Asks the caller's passkeys to prove who they are in this session; null for a user without passkeys. */
export async function askPasskeys(context: UserContext): Promise<AssertionOptions | null> {
  const factors = await readFactors(context);
  const challenge = newChallenge();
  const options = assertionOptionsOf(context.env, challenge, factors);
  if (!options) return null;
  const tokenHash = challengeOfSession("confirm", context);
  await insertChallenge(context, { tokenHash, userId: factors.userId, purpose: "confirm", challenge });
  return options;
}
