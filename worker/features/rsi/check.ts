import { and, eq, gt, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { guard, write } from "../../lib/guard.ts";
import { notifyByMail, users } from "../users/index.ts";
import { profileUrl, readCitizen } from "./citizen.ts";
import type { Dossier } from "./dossier.ts";
import { rsiErrors } from "./rsi.errors.ts";
import { CHECK_SECONDS, type RsiVerified } from "./rsi.schema.ts";
import { rsiAccounts, rsiLosses, rsiRequests } from "./rsi.table.ts";
import { lostNotice, rsiAudit, verifiedMessage } from "./rsi.texts.ts";
import { type RequestRow, secondsToWait } from "./status.ts";

/**
 * Takes the request's turn to look at RSI, one in CHECK_SECONDS however often it is asked for.
 * @throws AppError not_found, rsi_expired, rsi_too_soon
 */
async function takeTurn({ db, actor, now }: UserContext, id: number): Promise<RequestRow> {
  const isOwn = and(eq(rsiRequests.id, id), eq(rsiRequests.userId, actor.userId));
  const at = now.toISOString();
  const before = new Date(now.getTime() - CHECK_SECONDS * 1000).toISOString();
  const [[taken], [known]] = await readBatch(db, [
    db
      .update(rsiRequests)
      .set({ checkedAt: at })
      .where(
        and(
          isOwn,
          gt(rsiRequests.expiresAt, at),
          or(isNull(rsiRequests.checkedAt), lte(rsiRequests.checkedAt, before)),
        ),
      )
      .returning(),
    db.select().from(rsiRequests).where(isOwn),
  ]);
  if (taken) return taken;
  if (!known) throw errors.not_found();
  if (known.expiresAt <= at) throw rsiErrors.rsi_expired();
  const seconds = Math.max(1, secondsToWait(known, now));
  throw rsiErrors.rsi_too_soon({ seconds }, { retryAfterSeconds: seconds });
}

/**
 * Looks for the code of the caller's request in the public bio of its handle. The latest proof wins: whoever had the
 * handle, or the same citizen record under another handle, loses it and is told.
 * @throws AppError not_found, rsi_expired, rsi_too_soon, rsi_not_configured, rsi_unavailable, rsi_handle_not_found,
 * rsi_code_missing, rsi_request_ended
 */
export async function checkVerification(context: UserContext, id: number): Promise<RsiVerified> {
  const { env, language } = context;
  if (!env.RSI_URL) throw rsiErrors.rsi_not_configured();
  const request = await takeTurn(context, id);
  const url = profileUrl(env, request.handle) as string;
  const dossier = await readCitizen(env, url);
  if (!dossier) throw rsiErrors.rsi_handle_not_found({ handle: request.handle });
  if (!dossier.bio.toUpperCase().includes(request.code)) {
    throw rsiErrors.rsi_code_missing({ handle: dossier.handle });
  }
  await keep(context, request, dossier);
  return { success: true, message: verifiedMessage(dossier.handle, language) };
}

/** Stores that the profile is the caller's. */
async function keep(context: UserContext, request: RequestRow, dossier: Dossier): Promise<void> {
  const { db, actor, now } = context;
  const { userId, organizationId } = actor;
  const { handle, recordNumber, enlistedDate, location } = dossier;
  const handleKey = handle.toLowerCase();
  const isOther = and(
    eq(rsiAccounts.organizationId, organizationId),
    ne(rsiAccounts.userId, userId),
    or(
      eq(rsiAccounts.handleKey, handleKey),
      recordNumber === null ? undefined : eq(rsiAccounts.recordNumber, recordNumber),
    ),
  );
  const account = { handle, handleKey, recordNumber, enlistedDate, location, verifiedAt: now.toISOString() };
  const [others] = (await write(db, [
    guard(
      sql`exists (select 1 from ${rsiRequests} where id = ${request.id} and code = ${request.code}
        and expires_at = ${request.expiresAt})`,
      rsiErrors.rsi_request_ended(),
    ),
    db.select({ userId: rsiAccounts.userId, handle: rsiAccounts.handle }).from(rsiAccounts).where(isOther),
    rsiAudit.writeMany(context, "rsi.lost", {
      id: sql`${users.id}`,
      name: sql`${users.displayName}`,
      details: sql`json_object('handle', ${rsiAccounts.handle})`,
      from: sql`from ${rsiAccounts} join ${users} on ${users.id} = ${rsiAccounts.userId} where ${isOther}`,
    }),
    db.run(sql`insert or replace into ${rsiLosses} (user_id, organization_id, handle)
      select user_id, organization_id, handle from ${rsiAccounts} where ${isOther}`),
    db.delete(rsiAccounts).where(isOther),
    rsiAudit.write(context, {
      action: "rsi.verified",
      entity: { id: userId, name: actor.name },
      details: sql`json_object('handle', ${handle},
        'from', (select handle from ${rsiAccounts} where user_id = ${userId}), 'to', ${handle})`,
    }),
    db
      .insert(rsiAccounts)
      .values({ userId, organizationId, ...account })
      .onConflictDoUpdate({ target: rsiAccounts.userId, set: account }),
    db.delete(rsiLosses).where(eq(rsiLosses.userId, userId)),
    db.delete(rsiRequests).where(eq(rsiRequests.id, request.id)),
  ])) as [{ userId: number; handle: string }[]];
  for (const other of others) {
    context.later?.(notifyByMail(context, other.userId, lostNotice(other.handle)));
  }
}
