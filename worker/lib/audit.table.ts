import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ActorKind } from "./actor.schema.ts";
import { instant, json } from "./db/columns.ts";
import type { Permission } from "./permissions.schema.ts";

/** The readers of an entry: every member, members with a permission, or administrators alone for a user's private actions. */
export type Readers = Permission | "everyone" | "private";

export type AuditDetails = Record<string, string | number | null>;

/** Every change of state by an actor. Entries are only ever added, so that no id is used twice without a counter. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    id: integer("id").primaryKey(),
    organizationId: integer("organization_id").notNull(),
    action: text("action").notNull(),
    readers: text("readers").$type<Readers>().notNull(),
    actorKind: text("actor_kind").$type<ActorKind>().notNull(),
    actorUserId: integer("actor_user_id"),
    /** The mark of the session that it happened in (see `sessionMark`); null for a job, a bot, and before there was one. */
    sessionId: integer("session_id"),
    /** The name of the token that a program acted with; null for every other actor. */
    tokenName: text("token_name"),
    /** Names are kept as they were. */
    actorName: text("actor_name").notNull(),
    entityId: integer("entity_id"),
    entityName: text("entity_name"),
    details: json<AuditDetails>("details"),
    createdAt: instant("created_at").notNull(),
    /** When a restore brought the entry from a document; null for one that was written as it happened. */
    restoredAt: instant("restored_at"),
  },
  (table) => [
    index("audit_log_feed")
      .on(table.organizationId, table.readers, table.id)
      .where(sql`readers <> 'private'`),
    index("audit_log_own_prospects")
      .on(table.organizationId, table.actorUserId, table.id)
      .where(sql`readers = 'prospects.read'`),
  ],
);
