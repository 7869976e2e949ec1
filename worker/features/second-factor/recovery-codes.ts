import { createHash, randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { SessionContext, SystemContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { guard, write } from "../../lib/guard.ts";
import { type Place, scryptHash, scryptHashLike, takeOwnPlace } from "../../lib/scrypt.ts";
import { entityOf, hasNoFactor } from "../sessions/index.ts";
import { factorErrors } from "./second-factor.errors.ts";
import { type NewRecoveryCodes, RECOVERY_CODES } from "./second-factor.schema.ts";
import { recoveryCodes } from "./second-factor.table.ts";
import { factorAudit, factorNotices } from "./second-factor.texts.ts";
import { toBase32 } from "./totp.ts";

/** Cost of new hashes: 16 MiB and about 0.04 s. A code has 80 random bits, so that a set of them need not take longer. */
const COST = { N: 2 ** 14, r: 8, p: 1 };

/** Hashes a code from before codes had a salt: SHA-256, hexadecimal. It stays valid until it is used or replaced. */
const hashWithoutSalt = (code: string): string => createHash("sha256").update(code).digest("hex");

/**
 * Finds the stored hash of a code. The codes of a set have one salt, so that a check hashes once, however many codes are
 * left.
 * @returns null for a wrong code
 */
export async function findRecoveryCode(
  place: Place,
  code: string,
  stored: readonly string[],
): Promise<string | null> {
  const salted = stored.find((each) => each.startsWith("scrypt$"));
  const hash = salted ? await scryptHashLike(place, code, salted) : hashWithoutSalt(code);
  return stored.find((each) => each === hash) ?? null;
}

/** Makes recovery codes such as `7KQ2-M5XA-R4TD-W3EH`, with the hashes to store. @throws AppError line_full */
async function newCodes(userId: number) {
  using place = takeOwnPlace(userId);
  const plain = Array.from({ length: RECOVERY_CODES }, () => toBase32(randomBytes(10)));
  const codes = plain.map((code) => code.replace(/(.{4})(?=.)/g, "$1-"));
  const salt = randomBytes(16);
  const hashes: string[] = [];
  for (const code of plain) hashes.push(await scryptHash(place, code, salt, COST));
  return { codes, hashes };
}

/** First recovery codes of a user: `statements` store them, `read` returns null if not. @throws AppError line_full */
export async function firstRecoveryCodes({ db }: SystemContext, userId: number) {
  const { codes, hashes } = await newCodes(userId);
  const statements: Statement[] = [
    db.run(sql`insert into ${recoveryCodes} (user_id, code_hash) select ${userId}, value from json_each(${JSON.stringify(hashes)})
      where not exists (select 1 from ${recoveryCodes} where user_id = ${userId})`),
    db.all<{ isNew: 0 | 1 }>(sql`select exists (select 1 from ${recoveryCodes}
      where user_id = ${userId} and code_hash = ${hashes[0]}) as isNew`),
  ];
  const read = (results: readonly unknown[]) => {
    const [{ isNew }] = results.at(-1) as [{ isNew: 0 | 1 }];
    return { recoveryCodes: isNew ? codes : null };
  };
  return { statements, read };
}

/** SQL condition: a user has an authenticator app or a passkey. */
export const holdsFactor = (userId: number) => sql`not ${hasNoFactor(sql`${userId}`)}`;

/** The statement that deletes the recovery codes of a user without a second factor. */
export const dropIdleCodes = ({ db }: SystemContext, userId: number): Statement =>
  db.run(sql`delete from ${recoveryCodes} where user_id = ${userId} and ${hasNoFactor(sql`${userId}`)}`);

/** Replaces the caller's recovery codes. @throws AppError second_factor_missing, line_full */
export async function makeRecoveryCodes(context: SessionContext): Promise<NewRecoveryCodes> {
  const { db } = context;
  const { userId } = context.actor;
  const { codes, hashes } = await newCodes(userId);
  await write(db, [
    guard(holdsFactor(userId), factorErrors.second_factor_missing()),
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash }))),
    ...factorNotices.write(context, userId, "recovery_codes_made"),
    factorAudit.write(context, { action: "user.recovery_codes_made", entity: entityOf(context) }),
  ]);
  return { recoveryCodes: codes };
}
