import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AuditAction, AuditAudience } from "../features/activity/list.ts";
import { instant, json } from "./db/columns.ts";

/** Every change of state by a person, a bot or a job. Entries are only ever added. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: integer("organization_id").notNull(),
    action: text("action").$type<AuditAction>().notNull(),
    /** Who may read it in the recent activity. */
    audience: text("audience").$type<AuditAudience>().notNull(),
    actorKind: text("actor_kind").$type<"user" | "job" | "bot">().notNull(),
    actorUserId: integer("actor_user_id"),
    /** Names are kept as they were. */
    actorName: text("actor_name").notNull(),
    entityId: integer("entity_id"),
    entityName: text("entity_name"),
    details: json<Record<string, string | number | null>>("details"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("audit_log_feed").on(table.organizationId, table.audience, table.id),
    index("audit_log_actor").on(table.organizationId, table.actorUserId, table.audience, table.id),
  ],
);
