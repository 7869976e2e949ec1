import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { signer } from "../../lib/signed.ts";
import { hashToken } from "../sessions/index.ts";
import { assertionOptionsOf, CHALLENGE_MINUTES, type Factors, TRIES } from "./factors.ts";
import { factorErrors } from "./second-factor.errors.ts";
import { challenges } from "./second-factor.table.ts";

// A sign-in that waits for its second step is not stored: its token names the user and the end, and is signed together with the
// hash of the password, so that a new password ends it. Only its wrong answers and its use are stored.

/** Signers of the two signatures: a right password began the sign-in, and it is still the password. */
const begunSignIns = signer("begun sign-ins");
const waitingSignIns = signer("waiting sign-ins");

/** A waiting sign-in from its token, with the columns to store it. */
export type Waits = { tokenHash: string; userId: number; challenge: string; expiresAt: string };

const challengeOf = (token: string): string =>
  createHash("sha256").update(`challenge:${token}`).digest("base64url");

/** Makes a sign-in wait for its second step. @param passwordHash of the password that it began with */
export function waitForSecondStep(context: SystemContext, factors: Factors, passwordHash: string | null) {
  const { env, now } = context;
  const endsAt = now.getTime() + CHALLENGE_MINUTES * 60_000;
  const text = [factors.userId, endsAt, randomBytes(16).toString("base64url")].join(".");
  const begun = `${text}.${begunSignIns.sign(env.SECRETS_KEYS, text)}`;
  const token = `${begun}.${waitingSignIns.sign(env.SECRETS_KEYS, `${begun}.${passwordHash}`)}`;
  const methods = [
    ...(factors.passkeys.length > 0 ? (["passkey"] as const) : []),
    ...(factors.authenticatorSince ? (["authenticator"] as const) : []),
    ...(factors.recoveryCodes > 0 ? (["recovery_code"] as const) : []),
  ];
  const passkey = assertionOptionsOf(env, challengeOf(token), factors);
  return { token, answer: { secondFactor: { methods, passkey } } };
}

export type Waiting = ReturnType<typeof waitForSecondStep>;

/**
 * Reads the token of a sign-in that began with a right password; `isWaiting` checks that it is still the password.
 * @throws AppError sign_in_ended
 */
export function readWaiting({ env, now }: SystemContext, token: string): Waits {
  const shape = /^(([1-9]\d{0,15})\.([1-9]\d{12})\.[\w-]{22})\.([\w-]{43})\.[\w-]{43}$/;
  const [, text = "", userId, endsAt, signature = ""] = shape.exec(token) ?? [];
  if (!begunSignIns.isSigned(env.SECRETS_KEYS, text, signature) || Number(endsAt) <= now.getTime())
    throw factorErrors.sign_in_ended();
  const expiresAt = new Date(Number(endsAt)).toISOString();
  return { tokenHash: hashToken(token), userId: Number(userId), challenge: challengeOf(token), expiresAt };
}

/** Whether a token is signed for the user's present password. */
export function isWaiting({ env }: SystemContext, token: string, passwordHash: string | null): boolean {
  const at = token.lastIndexOf(".");
  return waitingSignIns.isSigned(
    env.SECRETS_KEYS,
    `${token.slice(0, at)}.${passwordHash}`,
    token.slice(at + 1),
  );
}

/** Counts a wrong answer to a waiting sign-in. @returns false for one that accepts no more answers */
export async function countWrongAnswer({ db }: SystemContext, waits: Waits): Promise<boolean> {
  const counted = await db
    .insert(challenges)
    .values({ ...waits, purpose: "sign_in", attempts: 1 })
    .onConflictDoUpdate({
      target: challenges.tokenHash,
      set: { attempts: sql`${challenges.attempts} + 1` },
      setWhere: sql`${challenges.attempts} < ${TRIES}`,
    })
    .returning({ attempts: challenges.attempts });
  return counted.length > 0;
}

/** The steps that use up a waiting sign-in: of parallel answers one succeeds. */
export const endWaiting = ({ db }: SystemContext, waits: Waits): (Guard | Statement)[] => [
  guard(
    sql`not exists (select 1 from ${challenges} where token_hash = ${waits.tokenHash} and attempts >= ${TRIES})`,
    factorErrors.sign_in_ended(),
  ),
  db
    .insert(challenges)
    .values({ ...waits, purpose: "sign_in", attempts: TRIES })
    .onConflictDoUpdate({ target: challenges.tokenHash, set: { attempts: TRIES } }),
];
