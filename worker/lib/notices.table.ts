import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AuditDetails } from "./audit.table.ts";
import { instant, json } from "./db/columns.ts";
import type { ChannelName, Pace } from "./notices.schema.ts";

/** The bell: what users have to know about their account or about what they are responsible for. */
export const notices = sqliteTable(
  "notices",
  {
    organizationId: integer("organization_id").notNull(),
    /** The receiver; 0 for a notice with several receivers, which `told` lists. */
    userId: integer("user_id").notNull(),
    /**
     * Milliseconds since 1970 when it was written, or the next number that is free and beyond what its users have read:
     * in the order of time for each user.
     */
    id: integer("id").notNull(),
    told: json<number[]>("told"),
    kind: text("kind").notNull(),
    details: json<AuditDetails>("details"),
    createdAt: instant("created_at").notNull(),
  },
  // WITHOUT ROWID, so that a notice is one row, however many receivers it has.
  (table) => [primaryKey({ columns: [table.organizationId, table.userId, table.id] })],
);

/** Messages that leave by a channel other than the bell, until they are delivered. */
export const outbox = sqliteTable(
  "outbox",
  {
    organizationId: integer("organization_id").notNull(),
    /** Random, or for what is told once at a time the name of it; the channel's service recognizes a repeated delivery by it. */
    id: text("id").notNull(),
    channel: text("channel").$type<ChannelName>().notNull(),
    /** The receiver; 0 for a message to the organization. */
    userId: integer("user_id").notNull(),
    /** Where a message to the organization goes: the id of a Discord channel, or of a webhook. */
    target: text("target").notNull().default(""),
    kind: text("kind").notNull(),
    details: json<AuditDetails>("details"),
    pace: text("pace").$type<Exclude<Pace, "off">>().notNull().default("now"),
    /** Deliveries that were begun. */
    attempts: integer("attempts").notNull().default(0),
    /** Deliveries without a known outcome: the message may have gone out. */
    unknown: integer("unknown").notNull().default(0),
    /** The time at which it is due; during a delivery, at which that is given up. */
    nextTryAt: instant("next_try_at").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  // WITHOUT ROWID and without an index: only what is not delivered yet is here.
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
);
