import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, instant, json } from "../../lib/db/columns.ts";
import { organizationId } from "../settings/index.ts";

export const roles = sqliteTable(
  "roles",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    /** Set on system roles alone. */
    key: text("key"),
    name: text("name").notNull(),
    description: text("description"),
    permissions: json<string[]>("permissions").notNull(),
    priority: integer("priority").notNull(),
    color: text("color"),
    isSystem: flag("is_system").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (table) => [
    uniqueIndex("roles_key").on(table.organizationId, table.key),
    uniqueIndex("roles_name").on(table.organizationId, table.name),
  ],
);
