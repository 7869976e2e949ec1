import { and, eq, gt } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import { type Db, readBatch } from "../../lib/db/client.ts";
import type { Env } from "../../lib/env.ts";
import { profileUrl } from "./citizen.ts";
import { CHECK_SECONDS, type RsiRequest, type RsiStatus } from "./rsi.schema.ts";
import { rsiAccounts, rsiLosses, rsiRequests } from "./rsi.table.ts";

export type RequestRow = typeof rsiRequests.$inferSelect;

/** The statement that reads a user's request, unless it has ended. */
export const selectRequest = (db: Db, userId: number, now: Date) =>
  db
    .select()
    .from(rsiRequests)
    .where(and(eq(rsiRequests.userId, userId), gt(rsiRequests.expiresAt, now.toISOString())));

/** When a request can be checked, at the earliest. */
const nextCheckAt = ({ checkedAt }: RequestRow): number =>
  checkedAt === null ? 0 : Date.parse(checkedAt) + CHECK_SECONDS * 1000;

/** Whole seconds to wait for the next check; 0 for none. */
export const secondsToWait = (row: RequestRow, now: Date): number =>
  Math.max(0, Math.ceil((nextCheckAt(row) - now.getTime()) / 1000));

/** A request as its user gets it. */
export const toRequest = (row: RequestRow, env: Env, now: Date): RsiRequest => ({
  id: row.id,
  rsiHandle: row.handle,
  verificationCode: row.code,
  profileUrl: profileUrl(env, row.handle),
  expiresAt: row.expiresAt,
  nextCheckAt: secondsToWait(row, now) > 0 ? new Date(nextCheckAt(row)).toISOString() : null,
});

/** The caller's RSI account: what is verified, asked for, and lost to another user. */
export async function getRsiStatus({ db, env, actor, now }: UserContext): Promise<RsiStatus> {
  const { userId } = actor;
  const [[account], [request], [loss]] = await readBatch(db, [
    db.select().from(rsiAccounts).where(eq(rsiAccounts.userId, userId)),
    selectRequest(db, userId, now),
    db.select().from(rsiLosses).where(eq(rsiLosses.userId, userId)),
  ]);
  return {
    isConfigured: env.RSI_URL !== "",
    rsiVerified: account !== undefined,
    rsiHandle: account?.handle ?? null,
    pendingRequest: request ? toRequest(request, env, now) : null,
    recordNumber: account?.recordNumber?.toString() ?? null,
    enlistedDate: account?.enlistedDate ?? null,
    location: account?.location ?? null,
    profileUrl: account ? profileUrl(env, account.handle) : null,
    verifiedAt: account?.verifiedAt ?? null,
    lostHandle: loss?.handle ?? null,
  };
}
