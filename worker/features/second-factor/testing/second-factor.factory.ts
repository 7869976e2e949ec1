import { Buffer } from "node:buffer";
import { encryptSecret } from "../../../lib/secrets.ts";
import { type Caller, raw, rows, settings } from "../../../testing/world.ts";
import { secretPlace } from "../prove.ts";
import { hashRecoveryCode } from "../recovery-codes.ts";
import { codeOf, newSecret, stepOf } from "../totp.ts";

const run = (sql: string, ...values: unknown[]) =>
  raw.DB.prepare(sql)
    .bind(...values)
    .run();

/** An authenticator app of a user, confirmed or not; answers its codes, by steps from now. */
export async function authenticator({ userId }: Caller, isConfirmed = true) {
  const plain = newSecret();
  const secret = await encryptSecret(settings().SECRETS_KEYS, plain.toString("base64"), secretPlace(userId));
  await run(
    "insert or replace into authenticators (user_id, secret, confirmed_at) values (?, ?, ?)",
    ...[userId, secret, isConfirmed ? new Date().toISOString() : null],
  );
  return (steps = 0) => codeOf(plain, stepOf(new Date()) + steps);
}

/** A passkey of a user that answers nothing. */
export async function passkey({ userId }: Caller, name = "Key"): Promise<number> {
  await run(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
     values (?, hex(randomblob(16)), 'key', 0, '[]', ?, ?)`,
    ...[userId, name, new Date().toISOString()],
  );
  const [row] = await rows<{ id: number }>("select max(id) as id from passkeys");
  return row?.id ?? 0;
}

/** A recovery code of a user. */
export async function recoveryCode({ userId }: Caller, code = "ABCDEFGHIJKLMNOP"): Promise<string> {
  await run(
    "insert into recovery_codes (user_id, code_hash) values (?, ?)",
    ...[userId, hashRecoveryCode(code)],
  );
  return code;
}

/** Lets the last proof of who a user is be some minutes old, in all their sessions. */
export const ageProofs = ({ userId }: Caller, minutes: number) => {
  const at = new Date(Date.now() - minutes * 60_000).toISOString();
  return run("update sessions set created_at = ?, verified_at = null where user_id = ?", at, userId);
};

/** Bytes as browsers send them, of no meaning. */
export const someBytes = (count = 40): string => Buffer.alloc(count, 7).toString("base64url");
