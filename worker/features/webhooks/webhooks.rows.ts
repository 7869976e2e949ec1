import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import { aliased } from "../../lib/db/columns.ts";
import { record } from "../../lib/record.ts";
import { users } from "../users/index.ts";
import { type Webhook, webhook } from "./webhooks.schema.ts";
import { webhookDeliveries, webhooks } from "./webhooks.table.ts";
import { webhookAudit } from "./webhooks.texts.ts";

const { secret: _, oldSecret: __, ...shown } = getTableColumns(webhooks);

const isLate = sql<number>`exists (select 1 from ${webhookDeliveries} where ${webhookDeliveries.webhookId} = ${webhooks.id}
  and ${webhookDeliveries.state} = 'waiting')`;

/** The statement that reads the webhooks of the actor's organization, without their secrets. */
export const selectWebhooks = ({ db, actor }: Pick<Context, "db" | "actor">, which?: SQL) =>
  db
    .select({ ...shown, creator: aliased(users.displayName, "creator"), isLate: isLate.as("is_late") })
    .from(webhooks)
    .leftJoin(users, eq(users.id, webhooks.createdBy))
    .where(and(eq(webhooks.organizationId, actor.organizationId), which));

type Row = Awaited<ReturnType<ReturnType<typeof selectWebhooks>["execute"]>>[number];

export const toWebhook = (row: Row): Webhook => ({ ...row, isLate: row.isLate === 1 });

export const webhookRecord = record({
  table: webhooks,
  select: selectWebhooks,
  answers: webhook,
  present: toWebhook,
  nameOf: ({ name }) => name,
  audit: webhookAudit,
});
