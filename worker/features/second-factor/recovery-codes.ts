import { createHash, randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { SystemContext, UserContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { guard, write } from "../../lib/guard.ts";
import { factorErrors } from "./second-factor.errors.ts";
import { RECOVERY_CODES } from "./second-factor.schema.ts";
import { authenticators, passkeys, recoveryCodes } from "./second-factor.table.ts";
import { factorAudit, factorNotices } from "./second-factor.texts.ts";
import { toBase32 } from "./totp.ts";

/** SHA-256 of a recovery code, hexadecimal: 80 random bits need no slower hash. */
export const hashRecoveryCode = (code: string): string => createHash("sha256").update(code).digest("hex");

/** New recovery codes, `XXXX-XXXX-XXXX-XXXX`, with the rows that store them. */
function newCodes(userId: number) {
  const plain = Array.from({ length: RECOVERY_CODES }, () => toBase32(randomBytes(10)));
  return {
    codes: plain.map((code) => code.replace(/(.{4})(?=.)/g, "$1-")),
    rows: plain.map((code) => ({ userId, codeHash: hashRecoveryCode(code) })),
  };
}

/**
 * Recovery codes for a user who has none. `statements` store them, the last of which answers whether they did: a user
 * who has some keeps those.
 */
export function firstRecoveryCodes({ db }: SystemContext, userId: number) {
  const { codes, rows } = newCodes(userId);
  const hashes = rows.map(({ codeHash }) => codeHash);
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
export const holdsFactor = (userId: number) => sql`(
  exists (select 1 from ${authenticators} where user_id = ${userId} and confirmed_at is not null)
  or exists (select 1 from ${passkeys} where user_id = ${userId}))`;

/** The statement that takes recovery codes away from a user who has nothing left that they stand in for. */
export const dropIdleCodes = ({ db }: SystemContext, userId: number): Statement =>
  db.run(sql`delete from ${recoveryCodes} where user_id = ${userId} and not ${holdsFactor(userId)}`);

/** Makes new recovery codes for the caller; the old ones work no more. @throws AppError second_factor_missing */
export async function makeRecoveryCodes(context: UserContext): Promise<string[]> {
  const { actor, db } = context;
  const { codes, rows } = newCodes(actor.userId);
  await write(db, [
    guard(holdsFactor(actor.userId), factorErrors.second_factor_missing()),
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, actor.userId)),
    db.insert(recoveryCodes).values(rows),
    factorNotices.write(context, actor.userId, "recovery_codes_made"),
    factorAudit.write(context, {
      action: "user.recovery_codes_made",
      entity: { id: actor.userId, name: actor.name },
    }),
  ]);
  return codes;
}
