import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AuditDetails } from "./audit.table.ts";
import { instant, json } from "./db/columns.ts";

/** What a user has to know about their account or about what they are responsible for. */
export const notices = sqliteTable(
  "notices",
  {
    id: integer("id").primaryKey(),
    userId: integer("user_id").notNull(),
    kind: text("kind").notNull(),
    details: json<AuditDetails>("details"),
    createdAt: instant("created_at").notNull(),
    readAt: instant("read_at"),
  },
  (table) => [index("notices_of").on(table.userId, table.id)],
);
