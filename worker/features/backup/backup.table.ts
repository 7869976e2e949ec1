import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../lib/db/columns.ts";
import { organizationId } from "../settings/index.ts";

export const backups = sqliteTable(
  "backups",
  {
    id: integer("id").primaryKey(),
    organizationId: organizationId(),
    createdAt: instant("created_at").notNull(),
    createdBy: text("created_by").notNull(),
    /** User id; 0 for the schedule. */
    createdById: integer("created_by_id").notNull(),
    source: text("source", { enum: ["download", "schedule"] })
      .notNull()
      .default("download"),
    /** Key of the object in the bucket; only for scheduled ones. */
    key: text("key"),
    bytes: integer("bytes").notNull(),
    tables: integer("tables").notNull(),
    rows: integer("rows").notNull(),
    sha256: text("sha256").notNull(),
  },
  (table) => [index("backups_of").on(table.organizationId, table.id)],
);
