import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant, json } from "../../lib/db/columns.ts";
import { organizationId } from "../settings/index.ts";
import type { DeliveryState, StopReason, WebhookState, WebhookTry } from "./webhooks.schema.ts";

/** Addresses of programs that are told of events in an organization. */
export const webhooks = sqliteTable(
  "webhooks",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    name: text("name").notNull(),
    url: text("url").notNull(),
    kinds: json<string[]>("kinds").notNull(),
    /** `v1:key-id:iv:ciphertext`, bound to this table and row; a replaced secret stays bound to this column. */
    secret: text("secret").notNull(),
    secretEnding: text("secret_ending").notNull(),
    oldSecret: text("old_secret"),
    oldUntil: instant("old_until"),
    state: text("state").$type<WebhookState>().notNull().default("active"),
    stateAt: instant("state_at").notNull(),
    reason: text("reason").$type<StopReason>(),
    createdBy: integer("created_by"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (table) => [index("webhooks_of").on(table.organizationId)],
);

/** Deliveries of webhooks, from the first try on. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    organizationId: integer("organization_id").notNull(),
    /** The key of the outbox, which receivers get as `webhook-id`. */
    id: text("id").notNull(),
    webhookId: integer("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    /** Counts the messages of the webhook. */
    number: integer("number").notNull(),
    kind: text("kind").notNull(),
    body: text("body").notNull(),
    state: text("state").$type<DeliveryState>().notNull(),
    tries: json<WebhookTry[]>("tries").notNull(),
    answer: text("answer").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  // WITHOUT ROWID, so that a delivery is one row beside its entry in the index of the list.
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("webhook_deliveries_of").on(table.webhookId, table.number),
    index("webhook_deliveries_waiting").on(table.webhookId).where(sql`state = 'waiting'`),
  ],
);
