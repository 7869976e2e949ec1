import { Buffer } from "node:buffer";
import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import { readBatch, type Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { type Guard, guard, write } from "../../lib/guard.ts";
import { decryptSecret } from "../../lib/secrets.ts";
import { invalidField } from "../../lib/validation.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { factorErrors } from "./second-factor.errors.ts";
import type { SecondFactorMethod, SecondStepInput } from "./second-factor.schema.ts";
import { authenticators, challenges, passkeys, recoveryCodes } from "./second-factor.table.ts";
import { factorNotices } from "./second-factor.texts.ts";
import { findStep } from "./totp.ts";
import { readAssertion } from "./web-authn.ts";

/** Wrong answers to one challenge, and wrong codes of a user within the minutes, however many sign-ins they are for. */
export const TRIES = 5;
const CODE_MINUTES = 15;

/** Where an authenticator app's secret is stored. */
export const secretPlace = (userId: number) => ({ table: "authenticators", row: userId, column: "secret" });

type Step = Guard | Statement;

/** A proof that holds as far as it was looked at; `steps` are for the batch of what it was asked for. */
export type Proof = { method: SecondFactorMethod; steps: Step[] };

type Challenge = typeof challenges.$inferSelect;

/** The user of a challenge that can be answered. */
const openChallenge = ({ now }: SystemContext, tokenHash: string, purpose: Challenge["purpose"]) =>
  and(
    eq(challenges.tokenHash, tokenHash),
    eq(challenges.purpose, purpose),
    gt(challenges.expiresAt, now.toISOString()),
  );

/** SQL: the user whose sign-in waits under a token. */
export const waitingUser = (context: SystemContext, tokenHash: string): SQL =>
  sql`(select user_id from ${challenges} where ${openChallenge(context, tokenHash, "sign_in")})`;

type Authenticator = Pick<typeof authenticators.$inferSelect, "userId" | "secret" | "lastStep"> & {
  triedCodes: number;
  triedUntil: string;
};
type Passkey = typeof passkeys.$inferSelect;
type Found = { left: number; isHeld: 0 | 1 };

/**
 * Counts an answer and reads what it is compared with, so that no parallel guess slips past, in one round trip.
 * @param of the user, and the challenge that was given to their browser
 * @param also what the caller reads in the same round trip
 * @returns what `also` answers, the challenge if it is open, and what proves the answer
 * @throws AppError invalid_input for an answer in no way or in several
 */
export async function lookAt<Row>(
  context: SystemContext,
  of: { userId: number | SQL; tokenHash: string; purpose: Challenge["purpose"] },
  input: SecondStepInput,
  also: Statement & PromiseLike<Row[]>,
) {
  const { db, now, language } = context;
  const { code, recoveryCode, passkey } = input;
  if ([code, recoveryCode, passkey].filter((each) => each !== undefined).length !== 1)
    throw invalidField("code", language, "required");
  const at = now.toISOString();
  const isOpen = openChallenge(context, of.tokenHash, of.purpose);
  const countCode = sql`update ${authenticators} set
      tried_codes = case when tried_until > ${at} then tried_codes + 1 else 1 end,
      tried_until = case when tried_until > ${at} then tried_until else ${hoursFrom(now, CODE_MINUTES / 60)} end
    where user_id = ${of.userId} and confirmed_at is not null
    returning user_id as userId, secret, last_step as lastStep, tried_codes as triedCodes, tried_until as triedUntil`;
  const countAnswer = sql`update ${challenges} set attempts = attempts + 1 where ${isOpen}`;
  const findCode = sql`select count(*) as left, coalesce(sum(code_hash = ${recoveryCode ? hashRecoveryCode(recoveryCode) : ""}), 0) as isHeld
    from ${recoveryCodes} where user_id = ${of.userId}`;
  const isNamed = and(eq(passkeys.credentialId, passkey?.id ?? ""), sql`user_id = ${of.userId}`);
  const [counted, [challenge], [found], [key], rows] = await readBatch(db, [
    code === undefined ? db.all<Authenticator>(countAnswer) : db.all<Authenticator>(countCode),
    db.select().from(challenges).where(isOpen),
    db.all<Found>(findCode),
    db.select().from(passkeys).where(isNamed),
    also,
  ]);
  const prove = async (): Promise<Proof> => {
    if (code !== undefined) return proveCode(context, counted[0], code);
    if (!challenge || challenge.attempts > TRIES)
      throw of.purpose === "sign_in" ? factorErrors.sign_in_ended() : factorErrors.passkey_refused();
    if (passkey) return provePasskey(context, challenge, key, passkey);
    return proveRecoveryCode(context, challenge.userId, found, recoveryCode ?? "");
  };
  return { rows: rows as unknown as Row[], challenge, prove };
}

async function proveCode(
  context: SystemContext,
  authenticator: Authenticator | undefined,
  code: string,
): Promise<Proof> {
  const { db, env, now } = context;
  if (!authenticator) throw factorErrors.wrong_code();
  const { userId, secret, lastStep, triedCodes, triedUntil } = authenticator;
  const waits = Math.ceil((Date.parse(triedUntil) - now.getTime()) / 1000);
  if (triedCodes > TRIES)
    throw factorErrors.too_many_codes({ minutes: Math.ceil(waits / 60) }, { retryAfterSeconds: waits });
  const plain = await decryptSecret(env.SECRETS_KEYS, secret, secretPlace(userId));
  const step = plain === null ? null : findStep(Buffer.from(plain, "base64"), code, now, lastStep);
  if (step === null) {
    if (triedCodes === TRIES)
      await write(db, [factorNotices.write(context, userId, "second_factor_guessed")]);
    throw factorErrors.wrong_code();
  }
  const isTheSame = sql`user_id = ${userId} and secret = ${secret} and last_step < ${step}`;
  return {
    method: "authenticator",
    steps: [
      guard(sql`exists (select 1 from ${authenticators} where ${isTheSame})`, factorErrors.wrong_code()),
      db.run(sql`update ${authenticators} set last_step = ${step}, tried_codes = 0, tried_until = null
        where user_id = ${userId}`),
    ],
  };
}

async function provePasskey(
  { db, env, now }: SystemContext,
  { challenge }: Challenge,
  key: Passkey | undefined,
  input: NonNullable<SecondStepInput["passkey"]>,
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

function proveRecoveryCode(
  context: SystemContext,
  userId: number,
  found: Found | undefined,
  code: string,
): Proof {
  const refusal = factorErrors.wrong_recovery_code();
  if (!found?.isHeld) throw refusal;
  const isIt = sql`user_id = ${userId} and code_hash = ${hashRecoveryCode(code)}`;
  return {
    method: "recovery_code",
    steps: [
      guard(sql`exists (select 1 from ${recoveryCodes} where ${isIt})`, refusal),
      context.db.run(sql`delete from ${recoveryCodes} where ${isIt}`),
      factorNotices.write(context, userId, "recovery_code_used", { left: found.left - 1 }),
    ],
  };
}
