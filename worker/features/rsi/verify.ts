import { and, eq, gt, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { ById, MemberContext, SystemContext } from "../../lib/context.ts";
import { type Db, readBatch, type Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import type { Env } from "../../lib/env.ts";
import { AppError, errors } from "../../lib/errors.ts";
import { guard, write } from "../../lib/guard.ts";
import { users } from "../users/index.ts";
import { type Dossier, holdsCode, profileUrl, readCitizen } from "./citizen.ts";
import { rsiErrors } from "./rsi.errors.ts";
import {
  CHECK_SECONDS,
  CODE_HOURS,
  LOOK_MINUTES,
  MOST_LOOKS,
  type RsiRequest,
  type RsiStatus,
  type RsiVerified,
  type VerifyInput,
} from "./rsi.schema.ts";
import { rsiAccounts, rsiLosses, rsiRequests } from "./rsi.table.ts";
import { rsiAudit, rsiNotices, verifiedMessage } from "./rsi.texts.ts";

type RequestRow = typeof rsiRequests.$inferSelect;

const selectRequest = (db: Db, userId: number, now: Date) =>
  db
    .select()
    .from(rsiRequests)
    .where(and(eq(rsiRequests.userId, userId), gt(rsiRequests.expiresAt, now.toISOString())));

const nextCheckAt = ({ checkedAt }: RequestRow): number =>
  checkedAt === null ? 0 : Date.parse(checkedAt) + CHECK_SECONDS * 1000;

/** Whole seconds to wait for the next check; 0 for none. */
const secondsToWait = (row: RequestRow, now: Date): number =>
  Math.max(0, Math.ceil((nextCheckAt(row) - now.getTime()) / 1000));

const toRequest = (row: RequestRow, env: Env, now: Date): RsiRequest => ({
  ...row,
  rsiHandle: row.handle,
  verificationCode: row.code,
  profileUrl: profileUrl(env, row.handle),
  nextCheckAt: secondsToWait(row, now) > 0 ? new Date(nextCheckAt(row)).toISOString() : null,
});

export async function getRsiStatus({ db, env, actor, now }: MemberContext): Promise<RsiStatus> {
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
    verifiedAt: account?.verifiedAt ?? null,
    profileUrl: account ? profileUrl(env, account.handle) : null,
    lostHandle: loss?.handle ?? null,
  };
}

/** 32 distinguishable characters. */
const LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

const newCode = (): string =>
  `CC-${[...crypto.getRandomValues(new Uint8Array(8))].map((byte) => LETTERS[byte % 32]).join("")}`;

/** SQL from the caller's open request, of this id if given. */
const fromOpen = ({ actor, now }: MemberContext, id?: number): SQL =>
  sql`from ${rsiRequests} where user_id = ${actor.userId} and expires_at > ${now.toISOString()}
    and id = ${id ?? sql`id`}`;

/** The statement that writes the audit entry of a row with a handle, selected by `from`. */
const recordHandle = (context: MemberContext, action: Parameters<typeof rsiAudit.writeMany>[1], from: SQL) =>
  rsiAudit.writeMany(context, action, {
    id: sql`${context.actor.userId}`,
    name: sql`${context.actor.name}`,
    details: sql`null`,
    from,
  });

/**
 * Records that the caller looks up a handle at RSI, at most MOST_LOOKS times in LOOK_MINUTES. The row is an ended request,
 * since RSI may not know the handle. Returns an open request instead, if any.
 * @throws AppError rsi_too_many
 */
async function takeLook(context: MemberContext, rsiHandle: string): Promise<RequestRow | null> {
  const { db, actor, now } = context;
  const { userId, organizationId } = actor;
  const at = now.toISOString();
  const windowFrom = hoursFrom(now, -LOOK_MINUTES / 60);
  const [[taken], [last]] = (await write(db, [
    db.all(sql`with last as (select *, looks_from > ${windowFrom} as counts from ${rsiRequests} where user_id = ${userId})
      insert or replace into ${rsiRequests}
        (user_id, organization_id, handle, code, expires_at, checked_at, looks, looks_from)
      select ${userId}, ${organizationId}, ${rsiHandle}, '', ${at},
        -- Each handle has its own wait between two checks, so that a corrected one is checked at once.
        (select checked_at from last where lower(handle) = ${rsiHandle.toLowerCase()}),
        coalesce((select looks from last where counts), 0) + 1,
        coalesce((select looks_from from last where counts), ${at})
      where not exists (select 1 ${fromOpen(context)})
        and not exists (select 1 from last where counts and looks >= ${MOST_LOOKS})
      returning id`),
    db.select().from(rsiRequests).where(eq(rsiRequests.userId, userId)),
  ])) as [unknown[], [RequestRow]];
  if (taken) return null;
  if (last.expiresAt > at) return last;
  const until = Date.parse(last.looksFrom ?? at) + LOOK_MINUTES * 60_000;
  const minutes = Math.max(1, Math.ceil((until - now.getTime()) / 60_000));
  throw rsiErrors.rsi_too_many({ minutes }, { retryAfterSeconds: minutes * 60 });
}

/**
 * Issues a code for a handle that RSI knows, or returns its open request. While RSI cannot be reached every handle gets a code:
 * the check decides.
 * @throws AppError rsi_not_configured, rsi_request_pending, rsi_handle_not_found, rsi_too_many
 */
export async function requestVerification(
  context: MemberContext,
  { rsiHandle }: VerifyInput,
): Promise<RsiRequest> {
  const { db, env, actor, now } = context;
  if (!env.RSI_URL) throw rsiErrors.rsi_not_configured();
  const code = newCode();
  const open = (await takeLook(context, rsiHandle)) ?? (await issue());
  const { handle } = open;
  if (handle.toLowerCase() !== rsiHandle.toLowerCase()) throw rsiErrors.rsi_request_pending({ handle });
  return toRequest(open, env, now);

  async function issue(): Promise<RequestRow> {
    if ((await findCitizen(env, rsiHandle)) === "unknown")
      throw rsiErrors.rsi_handle_not_found({ handle: rsiHandle });
    const [, , [issued]] = (await write(db, [
      db.run(sql`update ${rsiRequests} set code = ${code}, expires_at = ${hoursFrom(now, CODE_HOURS)}
        where user_id = ${actor.userId} and not exists (select 1 ${fromOpen(context)})`),
      recordHandle(context, "rsi.requested", sql`${fromOpen(context)} and code = ${code}`),
      selectRequest(db, actor.userId, now),
    ])) as [unknown, unknown, RequestRow[]];
    // The row does not exist if the user was deleted meanwhile.
    if (!issued) throw rsiErrors.rsi_request_ended();
    return issued;
  }
}

/** Whether RSI knows a handle; "maybe" if RSI cannot be reached. */
async function findCitizen(env: Env, handle: string): Promise<"known" | "unknown" | "maybe"> {
  try {
    return (await readCitizen(env, profileUrl(env, handle) as string)) ? "known" : "unknown";
  } catch (error) {
    if (error instanceof AppError && error.code === "rsi_unavailable") return "maybe";
    throw error;
  }
}

/** Records a check of a request, at most one in CHECK_SECONDS. @throws AppError not_found, rsi_expired, rsi_too_soon */
async function takeTurn({ db, actor, now }: MemberContext, id: number): Promise<RequestRow> {
  const isOwn = and(eq(rsiRequests.id, id), eq(rsiRequests.userId, actor.userId));
  const at = now.toISOString();
  const before = new Date(now.getTime() - CHECK_SECONDS * 1000).toISOString();
  const isDue = or(isNull(rsiRequests.checkedAt), lte(rsiRequests.checkedAt, before));
  const [[taken], [known]] = await readBatch(db, [
    db
      .update(rsiRequests)
      .set({ checkedAt: at })
      .where(and(isOwn, gt(rsiRequests.expiresAt, at), isDue))
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
 * Looks for the code of the caller's request in the public bio of its handle. The latest proof wins: a former owner of the
 * handle, or of the same citizen record under another handle, loses it and gets a notice.
 * @throws AppError not_found, rsi_expired, rsi_too_soon, rsi_not_configured, rsi_unavailable, rsi_handle_not_found,
 * rsi_code_missing, rsi_request_ended
 */
export async function checkVerification(context: MemberContext, { id }: ById): Promise<RsiVerified> {
  const { env, language } = context;
  if (!env.RSI_URL) throw rsiErrors.rsi_not_configured();
  const request = await takeTurn(context, id);
  const url = profileUrl(env, request.handle) as string;
  const dossier = await readCitizen(env, url);
  if (!dossier) throw rsiErrors.rsi_handle_not_found({ handle: request.handle });
  if (!holdsCode(dossier.bio, request.code)) throw rsiErrors.rsi_code_missing({ handle: dossier.handle });
  await keep(context, request, dossier);
  return { success: true, message: verifiedMessage(dossier.handle, language) };
}

async function keep(context: MemberContext, request: RequestRow, dossier: Dossier): Promise<void> {
  const { db, actor, now } = context;
  const { userId, organizationId } = actor;
  const { handle, recordNumber, enlistedDate, location } = dossier;
  const handleKey = handle.toLowerCase();
  const isRecord = recordNumber === null ? undefined : eq(rsiAccounts.recordNumber, recordNumber);
  const isOther = and(
    eq(rsiAccounts.organizationId, organizationId),
    ne(rsiAccounts.userId, userId),
    or(eq(rsiAccounts.handleKey, handleKey), isRecord),
  );
  const account = { handle, handleKey, recordNumber, enlistedDate, location, verifiedAt: now.toISOString() };
  await write(db, [
    guard(
      sql`exists (select 1 from ${rsiRequests} where id = ${request.id} and code = ${request.code}
        and expires_at = ${request.expiresAt})`,
      rsiErrors.rsi_request_ended(),
    ),
    ...rsiNotices.write(
      context,
      sql`select user_id as id from ${rsiAccounts} where ${isOther}`,
      "rsi.lost",
      sql`json_object('handle', (select handle from ${rsiAccounts} where user_id = users.id))`,
    ),
    rsiAudit.writeMany(context, "rsi.lost", {
      id: sql`${users.id}`,
      name: sql`${users.displayName}`,
      details: sql`null`,
      from: sql`from ${rsiAccounts} join ${users} on ${users.id} = ${rsiAccounts.userId} where ${isOther}`,
    }),
    db.run(sql`insert or replace into ${rsiLosses} (user_id, organization_id, handle)
      select user_id, organization_id, handle from ${rsiAccounts} where ${isOther}`),
    db.delete(rsiAccounts).where(isOther),
    rsiAudit.write(context, {
      action: "rsi.verified",
      entity: { id: userId, name: actor.name },
    }),
    db
      .insert(rsiAccounts)
      .values({ userId, organizationId, ...account })
      .onConflictDoUpdate({ target: rsiAccounts.userId, set: account }),
    db.delete(rsiLosses).where(eq(rsiLosses.userId, userId)),
    db.delete(rsiRequests).where(eq(rsiRequests.id, request.id)),
  ]);
}

/** The statements that end the caller's open request, of this id if given. */
const endRequest = (context: MemberContext, id?: number): Statement[] => [
  recordHandle(context, "rsi.cancelled", fromOpen(context, id)),
  context.db.run(sql`update ${rsiRequests} set expires_at = ${context.now.toISOString()}
    where id in (select id ${fromOpen(context, id)})`),
];

/** Ends the caller's request. @throws AppError not_found */
export async function cancelRequest(context: MemberContext, { id }: ById): Promise<void> {
  const isOpen = sql`exists (select 1 ${fromOpen(context, id)})`;
  await write(context.db, [guard(isOpen, errors.not_found()), ...endRequest(context, id)]);
}

/** Removes the caller's verification and ends their request. */
export async function removeVerification(context: MemberContext): Promise<void> {
  const { db, actor } = context;
  const fromOwn = sql`from ${rsiAccounts} where user_id = ${actor.userId}`;
  await write(db, [
    recordHandle(context, "rsi.removed", fromOwn),
    db.run(sql`delete ${fromOwn}`),
    ...endRequest(context),
  ]);
}

/** Records that the caller has read that another user verified their handle. */
export async function dismissLoss(context: MemberContext): Promise<void> {
  const { db, actor } = context;
  const fromOwn = sql`from ${rsiLosses} where user_id = ${actor.userId}`;
  await write(db, [recordHandle(context, "rsi.loss_seen", fromOwn), db.run(sql`delete ${fromOwn}`)]);
}

/** The statement that deletes requests that ended an hour ago: their checks no longer matter. */
export const deleteEndedRequests = ({ db, now }: SystemContext): Statement =>
  db.run(sql`delete from ${rsiRequests} where expires_at < ${hoursFrom(now, -1)}`);
