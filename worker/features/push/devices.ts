import { Buffer } from "node:buffer";
import { and, desc, eq, getTableColumns, ne, or, type SQL, sql } from "drizzle-orm";
import type { ById, SessionContext, SystemContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { guard, write, writeIf } from "../../lib/guard.ts";
import { isPublicAddress } from "../../lib/outgoing/public-address.ts";
import { isPushConfigured } from "../../lib/outgoing/push.ts";
import { decryptSecret, encryptSecret, type SecretPlace } from "../../lib/secrets.ts";
import { invalidField } from "../../lib/validation.ts";
import { guardSession, isSessionOf, sessionsTable } from "../sessions/index.ts";
import { type AddDeviceInput, MOST_DEVICES, type PushDevice, type PushState } from "./push.schema.ts";
import { pushSubscriptions } from "./push.table.ts";
import { pushErrors, pushSentences } from "./push.texts.ts";

const placeOf = (userId: number): SecretPlace => ({
  table: "push_subscriptions",
  row: userId,
  column: "auth",
});

/** SQL condition: the session in which push was turned on is still its user's. */
const isLive = ({ now }: Pick<SystemContext, "now">): SQL =>
  isSessionOf(pushSubscriptions.sessionId, pushSubscriptions.userId, now);

const isOf = (userId: number) => eq(pushSubscriptions.userId, userId);

/** A device with the keys that encrypt its messages. */
export type Device = Omit<typeof pushSubscriptions.$inferSelect, "sessionId" | "userId" | "createdAt">;

/** The devices of a user whose sessions have not ended; one round trip. */
export async function devicesOf(context: SystemContext, userId: number): Promise<Device[]> {
  const { db, env } = context;
  const rows = await db
    .select(getTableColumns(pushSubscriptions))
    .from(pushSubscriptions)
    .where(and(isOf(userId), isLive(context)))
    .limit(MOST_DEVICES);
  const opened = rows.map(async (row) => ({
    ...row,
    // Empty where its key is lost: the device cannot be reached, and counts as gone.
    auth: (await decryptSecret(env.SECRETS_KEYS, row.auth, placeOf(userId))) ?? "",
  }));
  return Promise.all(opened);
}

/** The state of push in the deployment and for the caller. */
export async function readPush(context: SessionContext): Promise<PushState> {
  const { db, env, actor } = context;
  const { sessionId, createdAt } = pushSubscriptions;
  const rows = await db
    .select({
      id: sessionId,
      userAgent: sessionsTable.userAgent,
      createdAt: sql<string>`${createdAt}`.as("since"),
    })
    .from(pushSubscriptions)
    .innerJoin(sessionsTable, eq(sessionsTable.id, sessionId))
    .where(and(isOf(actor.userId), isLive(context)))
    .orderBy(desc(createdAt))
    .limit(MOST_DEVICES);
  const devices: PushDevice[] = rows.map((row) => ({ ...row, isCurrent: row.id === actor.sessionId }));
  return { publicKey: isPushConfigured(env) ? (env.PUSH_PUBLIC_KEY ?? null) : null, devices };
}

/** Whether it is a point of the curve, like browsers' public keys. */
const isPoint = (p256dh: string): Promise<boolean> =>
  crypto.subtle
    .importKey("raw", Buffer.from(p256dh, "base64url"), { name: "ECDH", namedCurve: "P-256" }, false, [])
    .then(
      () => true,
      () => false,
    );

/**
 * Turns push on for the browser of the request, replacing the former one of its session.
 * @throws AppError push_not_configured, invalid_input, push_too_many, push_taken, signed_out
 */
export async function addDevice(
  context: SessionContext,
  { endpoint, keys: { p256dh, auth } }: AddDeviceInput,
): Promise<PushDevice> {
  const { db, env, actor, now, language } = context;
  const { userId, sessionId } = actor;
  if (!isPushConfigured(env)) throw pushErrors.push_not_configured();
  const url = new URL(endpoint);
  if (!isPublicAddress(url)) throw invalidField("endpoint", language, pushSentences.push_address);
  if (!(await isPoint(p256dh))) throw invalidField("keys", language, pushSentences.push_key);
  const values = {
    ...{ userId, endpoint: url.href, p256dh, got: "", createdAt: now.toISOString(), lastOkAt: null },
    auth: await encryptSecret(env.SECRETS_KEYS, auth, placeOf(userId)),
  };
  const isFree = or(isOf(userId), sql`not ${isLive(context)}`);
  const others = db.$count(
    pushSubscriptions,
    and(isOf(userId), ne(pushSubscriptions.sessionId, sessionId), ne(pushSubscriptions.endpoint, url.href)),
  );
  const results = await write(
    db,
    [
      guardSession(context),
      guard(sql`${others} < ${MOST_DEVICES}`, pushErrors.push_too_many()),
      // The browser keeps its address when it signs in again without signing out.
      db
        .delete(pushSubscriptions)
        .where(
          and(eq(pushSubscriptions.endpoint, url.href), ne(pushSubscriptions.sessionId, sessionId), isFree),
        ),
      db
        .insert(pushSubscriptions)
        .values({ sessionId, ...values })
        .onConflictDoUpdate({ target: pushSubscriptions.sessionId, set: values }),
      db
        .select({ userAgent: sessionsTable.userAgent })
        .from(sessionsTable)
        .where(eq(sessionsTable.id, sessionId)),
    ],
    { "push_subscriptions.endpoint": pushErrors.push_taken() },
  );
  const [row] = results.at(-1) as { userAgent: string | null }[];
  return { id: sessionId, userAgent: row?.userAgent ?? null, isCurrent: true, createdAt: values.createdAt };
}

/** Turns push off for one of the caller's devices. @throws AppError not_found */
export async function removeDevice({ db, actor }: SessionContext, { id }: ById): Promise<void> {
  const theirs = and(eq(pushSubscriptions.sessionId, id), isOf(actor.userId));
  const isThere = sql`exists (select 1 from ${pushSubscriptions} where ${theirs})`;
  const wasThere = await writeIf(db, isThere, [db.delete(pushSubscriptions).where(theirs)]);
  if (!wasThere) throw errors.not_found();
}

/** The statement that deletes devices whose session has become another user's. */
export const deleteDeadDevices = (context: SystemContext) =>
  context.db.delete(pushSubscriptions).where(sql`not ${isLive(context)}`);
