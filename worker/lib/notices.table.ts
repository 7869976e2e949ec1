import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AuditDetails } from "./audit.table.ts";
import { instant, json } from "./db/columns.ts";

/** What users have to know about their account or about what they are responsible for. */
export const notices = sqliteTable(
  "notices",
  {
    organizationId: integer("organization_id").notNull(),
    /** Whom it is for; 0 where it is for several users, whom `told` lists. */
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
  // The table has no row ids: one notice is one row, however many users it is for.
  (table) => [primaryKey({ columns: [table.organizationId, table.userId, table.id] })],
);
