import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { isSigned, sign } from "../../lib/signed.ts";
import { hashToken } from "../sessions/index.ts";
import { assertionOptionsOf, CHALLENGE_MINUTES, type Factors, TRIES } from "./factors.ts";
import { factorErrors } from "./second-factor.errors.ts";
import type { WaitingSignIn } from "./second-factor.schema.ts";
import { challenges } from "./second-factor.table.ts";

// A sign-in that waits for its second step is stored nowhere: its token says whose it is and until when, and is signed
// together with the hash of the password, so that another password ends it. Only wrong answers and its use are stored.

/** What tokens are signed for. */
const PURPOSE = "waiting sign-ins";

/** A sign-in whose password was right and which waits for its second step. */
export type Waiting = { token: string; answer: WaitingSignIn };

/** What the token of a waiting sign-in says. */
export type Waits = { tokenHash: string; userId: number; challenge: string; endsAt: string };

/** The WebAuthn challenge of a waiting sign-in. */
const challengeOf = (token: string): string =>
  createHash("sha256").update(`challenge:${token}`).digest("base64url");

/** Lets a sign-in wait for its second step. @param passwordHash that of the password that it began with */
export function waitForSecondStep(
  { env, now }: SystemContext,
  factors: Factors,
  passwordHash: string | null,
): Waiting {
  const endsAt = now.getTime() + CHALLENGE_MINUTES * 60_000;
  const text = [factors.userId, endsAt, randomBytes(16).toString("base64url")].join(".");
  const token = `${text}.${sign(env.SECRETS_KEYS, PURPOSE, `${text}.${passwordHash}`)}`;
  const methods = [
    ...(factors.passkeys.length > 0 ? (["passkey"] as const) : []),
    ...(factors.authenticatorSince ? (["authenticator"] as const) : []),
    ...(factors.recoveryCodes > 0 ? (["recovery_code"] as const) : []),
  ];
  return {
    token,
    answer: { secondFactor: { methods, passkey: assertionOptionsOf(env, challengeOf(token), factors) } },
  };
}

/**
 * Reads the token of a waiting sign-in, which is nothing to rely on before `isWaiting` has looked at its signature.
 * @throws AppError sign_in_ended
 */
export function readWaiting({ now }: SystemContext, token: string): Waits {
  const [, userId, endsAt] = /^([1-9]\d{0,15})\.([1-9]\d{12})\.[\w-]{22}\.[\w-]{43}$/.exec(token) ?? [];
  if (!userId || !endsAt || Number(endsAt) <= now.getTime()) throw factorErrors.sign_in_ended();
  return {
    tokenHash: hashToken(token),
    userId: Number(userId),
    challenge: challengeOf(token),
    endsAt: new Date(Number(endsAt)).toISOString(),
  };
}

/** Whether a token is one of ours, for the password that its user has. */
export function isWaiting({ env }: SystemContext, token: string, passwordHash: string | null): boolean {
  const at = token.lastIndexOf(".");
  return isSigned(env.SECRETS_KEYS, PURPOSE, `${token.slice(0, at)}.${passwordHash}`, token.slice(at + 1));
}

/** Counts a wrong answer to a waiting sign-in. @returns false for one that takes no more answers */
export async function countWrongAnswer(
  { db }: SystemContext,
  { tokenHash, userId, challenge, endsAt }: Waits,
): Promise<boolean> {
  const counted = await db
    .insert(challenges)
    .values({ tokenHash, userId, purpose: "sign_in", challenge, attempts: 1, expiresAt: endsAt })
    .onConflictDoUpdate({
      target: challenges.tokenHash,
      set: { attempts: sql`${challenges.attempts} + 1` },
      setWhere: sql`${challenges.attempts} < ${TRIES}`,
    })
    .returning({ attempts: challenges.attempts });
  return counted.length > 0;
}

/** The steps that use up a waiting sign-in: it takes no further answer, and only one of several at once gets through. */
export const endWaiting = (
  { db }: SystemContext,
  { tokenHash, userId, challenge, endsAt }: Waits,
): (Guard | Statement)[] => [
  guard(
    sql`not exists (select 1 from ${challenges} where token_hash = ${tokenHash} and attempts >= ${TRIES})`,
    factorErrors.sign_in_ended(),
  ),
  db
    .insert(challenges)
    .values({ tokenHash, userId, purpose: "sign_in", challenge, attempts: TRIES, expiresAt: endsAt })
    .onConflictDoUpdate({ target: challenges.tokenHash, set: { attempts: TRIES } }),
];
