import { and, eq, getTableColumns, gt, sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { errors } from "../../lib/errors.ts";
import { guard, write } from "../../lib/guard.ts";
import { outbox } from "../../lib/notices.table.ts";
import { type Page, page } from "../../lib/page.ts";
import { TEST_KIND } from "./deliver.ts";
import { selectWebhooks } from "./webhooks.rows.ts";
import type { Delivery, DeliveryQuery, WebhookFigures } from "./webhooks.schema.ts";
import { webhookDeliveries, webhooks } from "./webhooks.table.ts";
import { webhookErrors } from "./webhooks.texts.ts";

/** Most deliveries in one answer. */
const LIMIT = 50;

const { organizationId: _, webhookId: __, ...columns } = getTableColumns(webhookDeliveries);

const isOnItsWay = and(
  eq(webhookDeliveries.state, "waiting"),
  eq(outbox.organizationId, webhookDeliveries.organizationId),
  eq(outbox.id, webhookDeliveries.id),
);

/** One page of a webhook's deliveries, the newest first. @throws AppError not_found, invalid_input for a wrong cursor */
export async function listDeliveries(
  context: MemberContext,
  { id, state, ...query }: ById<DeliveryQuery>,
): Promise<Page<Delivery>> {
  const { db, language } = context;
  const limit = Math.min(query.limit, LIMIT);
  const paging = page(
    { ...query, limit },
    {
      by: webhookDeliveries.number,
      direction: "desc",
      positionOf: ({ number }: { number: number }) => number,
    },
    language,
  );
  const [[found], rows] = await readBatch(db, [
    selectWebhooks(context, eq(webhooks.id, id)),
    db
      .select({ ...columns, nextTryAt: outbox.nextTryAt })
      .from(webhookDeliveries)
      .leftJoin(outbox, isOnItsWay)
      .where(
        and(
          eq(webhookDeliveries.webhookId, id),
          state && sql`+${webhookDeliveries.state} = ${state}`,
          paging.after,
        ),
      )
      .orderBy(paging.order)
      .limit(paging.limit),
  ]);
  if (!found) throw errors.not_found();
  return paging.toPage(rows, (row) => row);
}

/** Figures of a webhook's deliveries in the last 24 hours, of the 1,000 that are kept. @throws AppError not_found */
export async function countDeliveries(context: MemberContext, { id }: ById): Promise<WebhookFigures> {
  const { db, now } = context;
  const [[found], groups] = await readBatch(db, [
    selectWebhooks(context, eq(webhooks.id, id)),
    db
      .select({
        kind: webhookDeliveries.kind,
        state: webhookDeliveries.state,
        count: sql<number>`count(*)`.as("count"),
        times: sql<string>`json_group_array(json_extract(${webhookDeliveries.tries}, '$[#-1].ms'))`.as(
          "times",
        ),
      })
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.webhookId, id), gt(webhookDeliveries.createdAt, hoursFrom(now, -24))))
      .groupBy(webhookDeliveries.kind, webhookDeliveries.state),
  ]);
  if (!found) throw errors.not_found();
  const countOf = (rows: typeof groups) => rows.reduce((sum, { count }) => sum + count, 0);
  const arrived = groups.filter(({ state }) => state === "done");
  const times = arrived.flatMap(({ times }) => JSON.parse(times) as number[]).sort((a, b) => a - b);
  const kinds: Record<string, number> = {};
  for (const { kind, count } of groups) kinds[kind] = (kinds[kind] ?? 0) + count;
  return {
    ...{ sent: countOf(groups), arrived: countOf(arrived), kinds },
    medianMs: times[Math.floor(times.length / 2)] ?? null,
  };
}

/** Sends a test message to a webhook, paused or not. @throws AppError not_found */
export async function testWebhook(context: MemberContext, { id }: ById): Promise<void> {
  const { db, actor, now } = context;
  const at = now.toISOString();
  const { organizationId } = actor;
  await write(db, [
    guard(sql`exists ${selectWebhooks(context, eq(webhooks.id, id))}`, errors.not_found()),
    db.insert(outbox).values({
      ...{ organizationId, channel: "webhook", userId: 0, target: String(id), kind: TEST_KIND },
      ...{ id: crypto.randomUUID().replaceAll("-", ""), details: { id: String(id) } },
      ...{ nextTryAt: at, createdAt: at },
    }),
  ]);
}

/**
 * Sends a message again, with the same body and `webhook-id`, or now where it waits for its next try.
 * @throws AppError not_found, webhook_stopped
 */
export async function replayDelivery(context: MemberContext, { key }: { key: string }): Promise<void> {
  const { db, actor, now } = context;
  const { organizationId } = actor;
  const which = and(eq(webhookDeliveries.organizationId, organizationId), eq(webhookDeliveries.id, key));
  const [found] = await db
    .select({ webhookId: webhookDeliveries.webhookId, kind: webhookDeliveries.kind, name: webhooks.name })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(which);
  if (!found) throw errors.not_found();
  const { webhookId, kind, name } = found;
  const at = now.toISOString();
  const marker = JSON.stringify({ at, status: null, ms: null, error: null, by: actor.name });
  const isActive = sql`(select state from ${webhooks} where id = ${webhookId}) = 'active'`;
  await write(db, [
    ...(kind === TEST_KIND ? [] : [guard(isActive, webhookErrors.webhook_stopped({ name }))]),
    db
      .insert(outbox)
      .values({
        ...{ organizationId, id: key, channel: "webhook", userId: 0, target: String(webhookId), kind },
        ...{ nextTryAt: at, createdAt: at },
      })
      .onConflictDoUpdate({ target: [outbox.organizationId, outbox.id], set: { nextTryAt: at } }),
    db
      .update(webhookDeliveries)
      .set({
        state: "waiting",
        tries: sql`case when state = 'waiting' then tries else json_insert(tries, '$[#]', json(${marker})) end`,
      })
      .where(which),
  ]);
}
