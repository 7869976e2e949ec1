import { eq, lte, sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { hashToken } from "../sessions/index.ts";
import { authErrors } from "./auth.errors.ts";
import { attempts } from "./auth.table.ts";

/** Attempts within one window, by what they are counted for. */
export const ATTEMPT_LIMITS = { account: 10, address: 50, registration: 10, link: 20, download: 10 } as const;
const WINDOW_HOURS = 0.25;

type Kind = keyof typeof ATTEMPT_LIMITS;

/** The kind, and what tells neither the name nor the address that is counted. */
export const attemptKey = (kind: Kind, subject: string): string =>
  `${kind}:${hashToken(`${kind}:${subject}`).slice(0, 32)}`;

/** The statement that counts an attempt: before the password is looked at, so that no parallel guess slips past. */
export function countAttempt({ db, now }: SystemContext, key: string) {
  const at = now.toISOString();
  const end = hoursFrom(now, WINDOW_HOURS);
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
    .returning();
}

/** @throws AppError too_many_attempts when a count is above its limit */
export function checkAttempts(counted: readonly (typeof attempts.$inferSelect)[], now: Date): void {
  const exceeded = counted.find(({ key, count }) => count > ATTEMPT_LIMITS[key.split(":")[0] as Kind]);
  if (!exceeded) return;
  const seconds = Math.max(1, Math.ceil((Date.parse(exceeded.windowEndsAt) - now.getTime()) / 1000));
  throw authErrors.too_many_attempts({ minutes: Math.ceil(seconds / 60) }, { retryAfterSeconds: seconds });
}

/**
 * The statements for a sign-in that succeeded: the account begins anew, and the address gets back this one
 * attempt alone, so that signing in to an account of one's own buys no guesses at others.
 */
export const forgiveAttempts = ({ db }: SystemContext, account: string, address: string): Statement[] => [
  db.delete(attempts).where(eq(attempts.key, account)),
  db.run(sql`update ${attempts} set count = max(0, count - 1) where key = ${address}`),
];

/** The statement that deletes windows that have ended. */
export const deleteOldAttempts = ({ db, now }: SystemContext) =>
  db.delete(attempts).where(lte(attempts.windowEndsAt, now.toISOString()));
