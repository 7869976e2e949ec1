import { Buffer } from "node:buffer";
import { and, eq, gt, isNotNull, sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import { type Db, readBatch, type Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { type Guard, guard, write } from "../../lib/guard.ts";
import { decryptSecret } from "../../lib/secrets.ts";
import { invalidField } from "../../lib/validation.ts";
import { TRIES } from "./factors.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { factorErrors } from "./second-factor.errors.ts";
import type { Assertion, SecondFactorMethod, SecondStepInput } from "./second-factor.schema.ts";
import { authenticators, challenges, passkeys, recoveryCodes } from "./second-factor.table.ts";
import { factorNotices } from "./second-factor.texts.ts";
import { findStep } from "./totp.ts";
import { countWrongAnswer, type Waits } from "./waiting.ts";
import { readAssertion } from "./web-authn.ts";

/** Minutes for which wrong codes of a user are counted together. */
const CODE_MINUTES = 15;

export const secretPlace = (userId: number) => ({ table: "authenticators", row: userId, column: "secret" });

/** A right answer; `steps` belong into the batch that needs the proof, and are its conditions. */
type Proof = {
  method: SecondFactorMethod;
  steps: (Guard | Statement)[];
  /** Recovery codes that are left, where one was used. */
  codesLeft?: number;
};

/** What asks for the proof: a waiting sign-in, or a session that has a challenge under the hash. */
type Asked = Waits | { userId: number; tokenHash: string };

type Passkey = typeof passkeys.$inferSelect;
type Authenticator = typeof authenticators.$inferSelect;
type Found = { left: number; isHeld: 0 | 1 };

/**
 * Reads what an answer is compared with, in one round trip. A wrong answer is counted, and a right one used up by its
 * steps, before the user learns of it: parallel guesses gain nothing.
 * @param also a statement for the same round trip
 * @returns the rows of `also`, and the function that checks the answer
 * @throws AppError invalid_input unless there is exactly one answer
 */
export async function lookAt<Row>(
  context: SystemContext,
  asked: Asked,
  input: SecondStepInput,
  also: Statement & PromiseLike<Row[]>,
) {
  const { db, now, language } = context;
  const { code, recoveryCode, passkey } = input;
  if ([code, recoveryCode, passkey].filter((each) => each !== undefined).length !== 1)
    throw invalidField("code", language, "required");
  const { userId, tokenHash } = asked;
  const codeHash = recoveryCode ? hashRecoveryCode(recoveryCode) : "";
  const isConfirmed = and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt));
  const isOpen = and(eq(challenges.tokenHash, tokenHash), gt(challenges.expiresAt, now.toISOString()));
  const isNamed = and(eq(passkeys.credentialId, passkey?.id ?? ""), eq(passkeys.userId, userId));
  const [[authenticator], [stored], [found], [key], rows] = await readBatch(db, [
    db.select().from(authenticators).where(isConfirmed),
    db.select().from(challenges).where(isOpen),
    db.all<Found>(sql`select count(*) as left, coalesce(sum(code_hash = ${codeHash}), 0) as isHeld
      from ${recoveryCodes} where user_id = ${userId}`),
    db.select().from(passkeys).where(isNamed),
    also,
  ]);
  const waits = "expiresAt" in asked ? asked : null;
  const prove = async (): Promise<Proof> => {
    const isSpent = (stored?.attempts ?? 0) >= TRIES;
    if (waits && isSpent) throw factorErrors.sign_in_ended();
    if (code !== undefined) return proveCode(context, authenticator, code);
    const open = waits ?? (isSpent ? undefined : stored);
    if (!open) throw factorErrors.passkey_refused();
    try {
      if (recoveryCode !== undefined) return proveRecoveryCode(db, userId, found, codeHash);
      return await provePasskey(context, open.challenge, key, passkey as Assertion);
    } catch (refusal) {
      throw (await countWrong(context, asked)) ? refusal : factorErrors.sign_in_ended();
    }
  };
  return { rows: rows as unknown as Row[], prove };
}

/** Counts a wrong answer. @returns false for a sign-in that takes no more answers */
async function countWrong(context: SystemContext, asked: Asked): Promise<boolean> {
  if ("expiresAt" in asked) return countWrongAnswer(context, asked);
  await context.db
    .update(challenges)
    .set({ attempts: sql`${challenges.attempts} + 1` })
    .where(eq(challenges.tokenHash, asked.tokenHash));
  return true;
}

async function proveCode(
  context: SystemContext,
  authenticator: Authenticator | undefined,
  code: string,
): Promise<Proof> {
  const { db, env, now } = context;
  const wrong = factorErrors.wrong_code();
  if (!authenticator) throw wrong;
  const { userId, secret, lastStep, triedCodes, triedUntil } = authenticator;
  const at = now.toISOString();
  const isCounting = triedUntil !== null && triedUntil > at;
  const until = isCounting ? triedUntil : hoursFrom(now, CODE_MINUTES / 60);
  const retryAfterSeconds = Math.ceil((Date.parse(until) - now.getTime()) / 1000);
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const tooMany = factorErrors.too_many_codes({ minutes }, { retryAfterSeconds });
  if (isCounting && triedCodes >= TRIES) throw tooMany;
  const mayTry = sql`user_id = ${userId} and (tried_codes < ${TRIES} or tried_until <= ${at})`;
  const plain = await decryptSecret(env.SECRETS_KEYS, secret, secretPlace(userId));
  const step = plain === null ? null : findStep(Buffer.from(plain, "base64"), code, now, lastStep);
  if (step === null) {
    const [counted] = await db.all<{ tried: number }>(sql`update ${authenticators} set
        tried_codes = iif(tried_until > ${at}, tried_codes + 1, 1), tried_until = iif(tried_until > ${at}, tried_until, ${until})
      where ${mayTry} returning tried_codes as tried`);
    if (!counted) throw tooMany;
    if (counted.tried === TRIES)
      await write(db, factorNotices.write(context, userId, "second_factor_guessed"));
    throw wrong;
  }
  const isTheSame = sql`user_id = ${userId} and secret = ${secret} and last_step < ${step}`;
  return {
    method: "authenticator",
    steps: [
      guard(sql`exists (select 1 from ${authenticators} where ${mayTry})`, tooMany),
      guard(sql`exists (select 1 from ${authenticators} where ${isTheSame})`, wrong),
      db.run(sql`update ${authenticators} set last_step = ${step}, tried_codes = 0, tried_until = null
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

function proveRecoveryCode(db: Db, userId: number, found: Found | undefined, codeHash: string): Proof {
  const wrong = factorErrors.wrong_recovery_code();
  if (!found?.isHeld) throw wrong;
  const isIt = sql`user_id = ${userId} and code_hash = ${codeHash}`;
  return {
    method: "recovery_code",
    steps: [
      guard(sql`exists (select 1 from ${recoveryCodes} where ${isIt})`, wrong),
      db.run(sql`delete from ${recoveryCodes} where ${isIt}`),
    ],
    codesLeft: found.left - 1,
  };
}
