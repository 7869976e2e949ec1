import { type SQL, sql } from "drizzle-orm";
import type { SystemContext, UserContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { errors } from "../../lib/errors.ts";
import { guard, write } from "../../lib/guard.ts";
import { rsiErrors } from "./rsi.errors.ts";
import { CODE_HOURS, type RsiRequest, type VerifyInput } from "./rsi.schema.ts";
import { rsiAccounts, rsiLosses, rsiRequests } from "./rsi.table.ts";
import { rsiAudit } from "./rsi.texts.ts";
import { type RequestRow, selectRequest, toRequest } from "./status.ts";

/** 32 characters of which none is taken for another. */
const LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

const newCode = (): string =>
  `CC-${[...crypto.getRandomValues(new Uint8Array(8))].map((byte) => LETTERS[byte % 32]).join("")}`;

/** SQL: what follows a `select` of the caller's request that has not ended. */
const fromOpen = ({ actor, now }: UserContext, id?: number): SQL =>
  sql`from ${rsiRequests} where user_id = ${actor.userId} and expires_at > ${now.toISOString()}
    ${id === undefined ? sql`` : sql`and id = ${id}`}`;

/** The statement that records what happened to a row with a handle; `from` finds the row. */
const recordHandle = (context: UserContext, action: Parameters<typeof rsiAudit.writeMany>[1], from: SQL) =>
  rsiAudit.writeMany(context, action, {
    id: sql`${context.actor.userId}`,
    name: sql`${context.actor.name}`,
    details: sql`json_object('handle', handle)`,
    from,
  });

/**
 * Issues the code with which the caller proves that a handle is theirs. Asked again for the same handle, it answers the
 * request that is there.
 * @throws AppError rsi_not_configured, rsi_request_pending while another handle's request is open
 */
export async function requestVerification(
  context: UserContext,
  { rsiHandle }: VerifyInput,
): Promise<RsiRequest> {
  const { db, env, actor, now } = context;
  if (!env.RSI_URL) throw rsiErrors.rsi_not_configured();
  const { userId, organizationId } = actor;
  const code = newCode();
  const [, , [open]] = (await write(db, [
    // One that has ended makes room, and hands on when it was checked: starting anew is no way around the wait.
    db.run(sql`insert or replace into ${rsiRequests} (user_id, organization_id, handle, code, expires_at, checked_at)
      select ${userId}, ${organizationId}, ${rsiHandle}, ${code}, ${hoursFrom(now, CODE_HOURS)},
        (select checked_at from ${rsiRequests} where user_id = ${userId})
      where not exists (select 1 ${fromOpen(context)})`),
    recordHandle(context, "rsi.requested", sql`${fromOpen(context)} and code = ${code}`),
    selectRequest(db, userId, now),
  ])) as [unknown, unknown, [RequestRow]];
  if (open.handle.toLowerCase() !== rsiHandle.toLowerCase()) {
    throw rsiErrors.rsi_request_pending({ handle: open.handle });
  }
  return toRequest(open, env, now);
}

/** The statements that end the caller's open request, one of this id where it is given. */
const endRequest = (context: UserContext, id?: number): Statement[] => [
  recordHandle(context, "rsi.cancelled", fromOpen(context, id)),
  context.db.run(sql`update ${rsiRequests} set expires_at = ${context.now.toISOString()}
    where id in (select id ${fromOpen(context, id)})`),
];

/** Ends the caller's request. @throws AppError not_found */
export async function cancelRequest(context: UserContext, id: number): Promise<void> {
  const isOpen = sql`exists (select 1 ${fromOpen(context, id)})`;
  await write(context.db, [guard(isOpen, errors.not_found()), ...endRequest(context, id)]);
}

/** Removes the caller's verification and ends their request, whichever there are. */
export async function removeVerification(context: UserContext): Promise<void> {
  const { db, actor } = context;
  const fromOwn = sql`from ${rsiAccounts} where user_id = ${actor.userId}`;
  await write(db, [
    recordHandle(context, "rsi.removed", fromOwn),
    db.run(sql`delete ${fromOwn}`),
    ...endRequest(context),
  ]);
}

/** Notes that the caller has read that another user took their handle over. */
export async function dismissLoss(context: UserContext): Promise<void> {
  const { db, actor } = context;
  const fromOwn = sql`from ${rsiLosses} where user_id = ${actor.userId}`;
  await write(db, [recordHandle(context, "rsi.loss_seen", fromOwn), db.run(sql`delete ${fromOwn}`)]);
}

/** The statement that deletes requests that have ended, when nothing waits for their checks any more. */
export const deleteEndedRequests = ({ db, now }: SystemContext): Statement =>
  db.run(sql`delete from ${rsiRequests} where expires_at < ${hoursFrom(now, -1)}`);
