import { Buffer } from "node:buffer";
import { and, eq, gt, isNotNull, sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import { type Db, readBatch, type Statement } from "../../lib/db/client.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { type Place, takeOwnPlace } from "../../lib/scrypt.ts";
import { decryptSecret } from "../../lib/secrets.ts";
import { invalidField } from "../../lib/validation.ts";
import { TRIES } from "./factors.ts";
import { findRecoveryCode } from "./recovery-codes.ts";
import { factorErrors } from "./second-factor.errors.ts";
import type { Assertion, SecondFactorMethod, SecondStepInput } from "./second-factor.schema.ts";
import { authenticators, challenges, passkeys, recoveryCodes } from "./second-factor.table.ts";
import { findStep } from "./totp.ts";
import { countWrongAnswer, type Waits } from "./waiting.ts";
import { readAssertion } from "./web-authn.ts";

export const secretPlace = (userId: number) => ({ table: "authenticators", row: userId, column: "secret" });

/** A correct answer; `steps` belong into the batch that needs the proof, and are its conditions. */
type Proof = {
  method: SecondFactorMethod;
  steps: (Guard | Statement)[];
  /** Recovery codes that are left, where one was used. */
  codesLeft?: number;
};

/** The asking party: a waiting sign-in, or a session with a challenge under the hash. */
export type Asked = Waits | { userId: number; tokenHash: string };

type Passkey = typeof passkeys.$inferSelect;
type Authenticator = typeof authenticators.$inferSelect;

/**
 * Reads the stored values for an answer, in one round trip. A wrong answer is counted, and a right one used up by its steps,
 * before the user learns of it: parallel guesses gain nothing.
 * @param also a statement for the same round trip
 * @param others more
 * @returns the rows of `also`, the results of `others`, and the answer's check
 * @throws AppError invalid_input unless there is exactly one answer
 */
export async function lookAt<Row>(
  context: SystemContext,
  asked: Asked,
  input: SecondStepInput,
  also: Statement & PromiseLike<Row[]>,
  others: readonly Statement[] = [],
) {
  const { db, now, language } = context;
  const { code, recoveryCode, passkey } = input;
  if ([code, recoveryCode, passkey].filter((each) => each !== undefined).length !== 1)
    throw invalidField("code", language, "required");
  const { userId, tokenHash } = asked;
  const isConfirmed = and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt));
  const isOpen = and(eq(challenges.tokenHash, tokenHash), gt(challenges.expiresAt, now.toISOString()));
  const isNamed = and(eq(passkeys.credentialId, passkey?.id ?? ""), eq(passkeys.userId, userId));
  const [[authenticator], [stored], codes, [key], rows, ...results] = await readBatch(db, [
    db.select().from(authenticators).where(isConfirmed),
    db.select().from(challenges).where(isOpen),
    db
      .select({ codeHash: recoveryCodes.codeHash })
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, userId)),
    db.select().from(passkeys).where(isNamed),
    also,
    ...others,
  ]);
  const waits = "expiresAt" in asked ? asked : null;
  const prove = async (): Promise<Proof> => {
    const isSpent = (stored?.attempts ?? 0) >= TRIES;
    if (waits && isSpent) throw factorErrors.sign_in_ended();
    if (code !== undefined) return proveCode(context, authenticator, code, waits);
    const open = waits ?? (isSpent ? undefined : stored);
    if (!open) throw factorErrors.passkey_refused();
    // Outside, since a full line does not count as a wrong answer.
    using place = recoveryCode === undefined ? null : takeOwnPlace(userId);
    try {
      if (recoveryCode !== undefined && place) {
        const hashes = codes.map(({ codeHash }) => codeHash);
        return await proveRecoveryCode(db, place, userId, hashes, recoveryCode);
      }
      return await provePasskey(context, open.challenge, key, passkey as Assertion);
    } catch (refusal) {
      throw (await countWrong(context, asked)) ? refusal : factorErrors.sign_in_ended();
    }
  };
  return { rows: rows as unknown as Row[], others: results as unknown[], prove };
}

/** Counts a wrong answer. @returns false for a sign-in that accepts no more answers */
async function countWrong(context: SystemContext, asked: Asked): Promise<boolean> {
  if ("expiresAt" in asked) return countWrongAnswer(context, asked);
  await context.db
    .update(challenges)
    .set({ attempts: sql`${challenges.attempts} + 1` })
    .where(eq(challenges.tokenHash, asked.tokenHash));
  return true;
}

/** @param waits the waiting sign-in, which ends with the code */
async function proveCode(
  { db, env, now }: SystemContext,
  authenticator: Authenticator | undefined,
  code: string,
  waits: Waits | null,
): Promise<Proof> {
  const wrong = factorErrors.wrong_code();
  if (!authenticator) throw wrong;
  const { userId, secret, lastStep, lastWaiting } = authenticator;
  const finished = waits?.tokenHash ?? null;
  if (finished !== null && finished === lastWaiting) throw factorErrors.sign_in_ended();
  const plain = await decryptSecret(env.SECRETS_KEYS, secret, secretPlace(userId));
  const step = plain === null ? null : findStep(Buffer.from(plain, "base64"), code, now, lastStep);
  if (step === null) throw wrong;
  const isTheSame = sql`user_id = ${userId} and secret = ${secret} and last_step < ${step}`;
  return {
    method: "authenticator",
    steps: [
      guard(sql`exists (select 1 from ${authenticators} where ${isTheSame})`, wrong),
      db.run(sql`update ${authenticators} set last_step = ${step}, last_waiting = ${finished}
        where user_id = ${userId}`),
    ],
  };
}

async function provePasskey(
  { db, env, now }: SystemContext,
  challenge: string,
  key: Passkey | undefined,
  input: Assertion,
): Promise<Proof> {
  if (!key) throw factorErrors.passkey_refused();
  const counter = await readAssertion(env, challenge, key, input);
  const isTheSame = and(eq(passkeys.id, key.id), eq(passkeys.counter, key.counter));
  return {
    method: "passkey",
    steps: [
      guard(sql`exists (select 1 from ${passkeys} where ${isTheSame})`, factorErrors.passkey_refused()),
      db.update(passkeys).set({ counter, lastUsedAt: now.toISOString() }).where(eq(passkeys.id, key.id)),
    ],
  };
}

async function proveRecoveryCode(
  db: Db,
  place: Place,
  userId: number,
  stored: readonly string[],
  code: string,
): Promise<Proof> {
  const wrong = factorErrors.wrong_recovery_code();
  const codeHash = await findRecoveryCode(place, code, stored);
  if (codeHash === null) throw wrong;
  const isIt = sql`user_id = ${userId} and code_hash = ${codeHash}`;
  return {
    method: "recovery_code",
    steps: [
      guard(sql`exists (select 1 from ${recoveryCodes} where ${isIt})`, wrong),
      db.run(sql`delete from ${recoveryCodes} where ${isIt}`),
    ],
    codesLeft: stored.length - 1,
  };
}
