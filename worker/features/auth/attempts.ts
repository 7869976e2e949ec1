import { eq, lte, sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { hashToken } from "../sessions/index.ts";
import { authErrors } from "./auth.errors.ts";
import { attempts } from "./auth.table.ts";

/** Attempts within one window, by what they are counted for. */
export const ATTEMPT_LIMITS = { account: 10, address: 50, registration: 10 } as const;
export const ATTEMPT_WINDOW_MINUTES = 15;

export type AttemptKey = { kind: keyof typeof ATTEMPT_LIMITS; key: string };

/** A key that tells neither the name nor the address that it counts. */
export async function attemptKey(kind: AttemptKey["kind"], subject: string): Promise<AttemptKey> {
  return { kind, key: `${kind}:${(await hashToken(`${kind}:${subject}`)).slice(0, 32)}` };
}

/**
 * The statement that counts one attempt and answers the count; it is counted before the password is
 * looked at, so that parallel guesses cannot slip past.
 */
export function countAttempt({ db, now }: SystemContext, { key }: AttemptKey) {
  const at = now.toISOString();
  const end = new Date(now.getTime() + ATTEMPT_WINDOW_MINUTES * 60_000).toISOString();
  return db
    .insert(attempts)
    .values({ key, count: 1, windowEndsAt: end })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`case when ${attempts.windowEndsAt} <= ${at} then 1 else ${attempts.count} + 1 end`,
        windowEndsAt: sql`case when ${attempts.windowEndsAt} <= ${at} then ${end} else ${attempts.windowEndsAt} end`,
      },
    })
    .returning({ count: attempts.count, windowEndsAt: attempts.windowEndsAt });
}

/** @throws AppError too_many_attempts when a count is above its limit */
export function checkAttempts(
  counted: { key: AttemptKey; rows: { count: number; windowEndsAt: string }[] }[],
  now: Date,
): void {
  for (const { key, rows } of counted) {
    const row = rows[0];
    if (row && row.count > ATTEMPT_LIMITS[key.kind]) {
      const seconds = Math.max(1, Math.ceil((Date.parse(row.windowEndsAt) - now.getTime()) / 1000));
      throw authErrors.too_many_attempts(
        { minutes: Math.ceil(seconds / 60) },
        { retryAfterSeconds: seconds },
      );
    }
  }
}

/**
 * The statements for a sign-in that succeeded: the account begins anew, and the address gets back this one
 * attempt alone, so that signing in to an account of one's own buys no guesses at others.
 */
export function forgiveAttempts(
  { db }: SystemContext,
  keys: { account: AttemptKey; address: AttemptKey },
): Statement[] {
  return [
    db.delete(attempts).where(eq(attempts.key, keys.account.key)),
    db
      .update(attempts)
      .set({ count: sql`max(0, ${attempts.count} - 1)` })
      .where(eq(attempts.key, keys.address.key)),
  ];
}

/** The statement that deletes windows that have ended. */
export const deleteOldAttempts = ({ db, now }: SystemContext) =>
  db.delete(attempts).where(lte(attempts.windowEndsAt, now.toISOString()));
