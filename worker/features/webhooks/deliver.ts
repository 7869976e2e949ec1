import { and, eq, sql } from "drizzle-orm";
import { actorWithoutSession } from "../../lib/actor.ts";
import type { SystemContext } from "../../lib/context.ts";
import { readBatch, type Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { writeIf } from "../../lib/guard.ts";
import { announce } from "../../lib/live/announce.ts";
import { pagePath } from "../../lib/notice-text.ts";
import { outbox } from "../../lib/notices.table.ts";
import { type Deliver, NotDelivered, type Outgoing } from "../../lib/outgoing/channels.ts";
import { holdersOf } from "../members/index.ts";
import type { Kinds } from "./change.ts";
import { openSecrets, signedHeaders } from "./secret.ts";
import { isAllowed, post, type Sent } from "./send.ts";
import {
  type DeliveryState,
  KEPT_DAYS,
  MOST_DELIVERIES,
  MOST_TRIES,
  type StopReason,
  type WebhookTry,
} from "./webhooks.schema.ts";
import { webhookDeliveries, webhooks } from "./webhooks.table.ts";
import { webhookAudit, webhookNotices } from "./webhooks.texts.ts";

/** The kind of an administrator's test message, which is sent once, to a stopped webhook as well. */
export const TEST_KIND = "webhook.test";
/** Most tries of a delivery that are kept: those of one round, and of a repeated one. */
const TRIES_KEPT = 20;
/** Least and most seconds of a wait that a receiver demands. */
const LEAST_WAIT = 60;
const LONGEST_WAIT = 3_600;

type Row = typeof webhooks.$inferSelect;

/** The body of a message, the same each time. */
function bodyOf(
  { APP_URL }: { APP_URL: string },
  kinds: Kinds,
  { items: [{ kind, details, at }] }: Outgoing,
) {
  const page = kinds[kind]?.opens.page ?? "/admin?tab=programs&webhook={id}";
  const url = APP_URL + pagePath({ page }, details, { permissions: new Set() });
  return JSON.stringify({ type: kind, timestamp: at, data: { ...details, url } });
}

const unsent = (error: WebhookTry["error"]): Sent => ({
  status: null,
  ms: null,
  error,
  answer: "",
  retryAfter: null,
});

/** Sends a message to a webhook, if its address is allowed. */
async function send({ env }: SystemContext, row: Row, { key, items: [{ kind }] }: Outgoing, body: string) {
  if (row.state !== "active" && kind !== TEST_KIND) return unsent("paused");
  if (!isAllowed(env, row.url)) return unsent("address");
  const now = new Date();
  const secrets = await openSecrets(env, row, now);
  if (secrets.length === 0) return unsent("secret");
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": "Command-Centre-Webhooks/1.0",
    ...(await signedHeaders(secrets, key, body, now)),
  };
  return post(row.url, headers, body);
}

/** The statements that record a try, and delete the oldest deliveries beyond the limit. */
function recordTry(
  { db }: SystemContext,
  { id: webhookId, organizationId }: Row,
  { key, items: [{ kind, at }] }: Outgoing,
  { body, state, tries, answer }: { body: string; state: DeliveryState; tries: WebhookTry[]; answer: string },
): [Statement, ...Statement[]] {
  const newest = sql`(select max(number) from ${webhookDeliveries} where webhook_id = ${webhookId})`;
  return [
    db.run(sql`insert into ${webhookDeliveries}
        (organization_id, id, webhook_id, number, kind, body, state, tries, answer, created_at)
      select ${organizationId}, ${key}, id, coalesce(${newest}, 0) + 1, ${kind}, ${body}, ${state},
        ${JSON.stringify(tries)}, ${answer}, ${at} from ${webhooks} where id = ${webhookId}
      on conflict (organization_id, id) do update
        set state = excluded.state, tries = excluded.tries, answer = excluded.answer`),
    db.run(
      sql`delete from ${webhookDeliveries} where webhook_id = ${webhookId} and number <= ${newest} - ${MOST_DELIVERIES}`,
    ),
  ];
}

/** Stops an active webhook and notifies administrators; once, however many of its messages fail at the same time. */
async function stop(context: SystemContext, { id, name, organizationId }: Row, reason: StopReason) {
  const { db } = context;
  const now = new Date();
  const at = now.toISOString();
  const actor = actorWithoutSession("job", organizationId, "Webhooks");
  const state = reason === "gone" ? "off" : "paused";
  const set = { state, reason, stateAt: at, updatedAt: at, version: sql`version + 1` } as const;
  const kind = `webhook.${reason}` as const;
  await writeIf(db, sql`(select state from ${webhooks} where id = ${id}) = 'active'`, [
    db.update(webhooks).set(set).where(eq(webhooks.id, id)),
    webhookAudit.write({ db, now, actor }, { action: "webhook.stopped", entity: { id, name } }),
    ...webhookNotices.write({ ...context, now }, holdersOf(actor, "admin.system"), kind, { id, name }),
  ]);
}

/** The tries since the message was first sent, or last sent again. */
const roundOf = (tries: readonly WebhookTry[]) =>
  tries.slice(tries.findLastIndex(({ by }) => by !== undefined) + 1);

/** Delivers messages to webhooks, and stores what was sent and answered. @param kinds of all announcements */
export const deliverWebhook =
  (kinds: Kinds): Deliver =>
  async (context, message) => {
    const { db, env } = context;
    const { organizationId, key, address, items } = message;
    const [[row], [known]] = await readBatch(db, [
      db
        .select()
        .from(webhooks)
        .where(and(eq(webhooks.id, Number(address)), eq(webhooks.organizationId, organizationId))),
      db
        .select({ body: webhookDeliveries.body, tries: webhookDeliveries.tries })
        .from(webhookDeliveries)
        .where(and(eq(webhookDeliveries.organizationId, organizationId), eq(webhookDeliveries.id, key))),
    ]);
    if (!row) throw new NotDelivered("the webhook was deleted", { isGone: true });
    const body = known?.body ?? bodyOf(env, kinds, message);
    const at = new Date().toISOString();
    const { answer, retryAfter, ...sent } = await send(context, row, message, body);
    const { status, error } = sent;
    const tries = [...(known?.tries ?? []), { at, ...sent }].slice(-TRIES_KEPT);
    const isDone = status !== null && status >= 200 && status < 300;
    const isTest = items[0].kind === TEST_KIND;
    const isUsedUp = roundOf(tries).length >= MOST_TRIES;
    const isGone = status === 410;
    const isOver = isGone || isUsedUp || isTest || error === "paused" || error === "address";
    const state = isDone ? "done" : isOver ? "failed" : "waiting";
    await readBatch(db, recordTry(context, row, message, { body, state, tries, answer }));
    if (isGone || (isUsedUp && !isDone && !isTest)) await stop(context, row, isGone ? "gone" : "failing");
    // Open pages heard of the original request before this was recorded.
    await announce(env, organizationId);
    if (isDone) return;
    const reason = `the webhook answered ${status ?? error}`;
    const isUnknown = error === "timeout" || error === "unreachable";
    if (isUnknown && !isOver) throw new Error(reason);
    const wait = retryAfter === null ? null : Math.min(Math.max(retryAfter, LEAST_WAIT), LONGEST_WAIT);
    throw new NotDelivered(reason, isOver ? { isGone: true } : { retryAfter: wait });
  };

/** The statements that delete old deliveries, and end those whose message was given up after three days. */
export const lookAfterDeliveries = ({ db, now }: SystemContext): Statement[] => [
  db.run(sql`delete from ${webhookDeliveries} where created_at < ${hoursFrom(now, -KEPT_DAYS * 24)}`),
  db.run(sql`update ${webhookDeliveries} set state = 'failed' where state = 'waiting' and not exists
    (select 1 from ${outbox} where organization_id = ${webhookDeliveries.organizationId} and id = ${webhookDeliveries.id})`),
];
