import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, instant, json } from "../../lib/db/columns.ts";
import { organizationId } from "../settings/index.ts";
import type { CustomCategory } from "./roles.schema.ts";

/** Roles: the permissions of the members who hold one, and their rank. */
export const roles = sqliteTable(
  "roles",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    /** Set for system roles only. */
    key: text("key"),
    name: text("name").notNull(),
    description: text("description"),
    permissions: json<string[]>("permissions").notNull(),
    priority: integer("priority").notNull(),
    color: text("color"),
    isSystem: flag("is_system").notNull(),
    /** Whether its holders need a second step, even where `require_second_factor` does not require it. */
    requiresSecondFactor: flag("requires_second_factor").notNull().default(false),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (table) => [
    uniqueIndex("roles_key").on(table.organizationId, table.key),
    uniqueIndex("roles_name").on(table.organizationId, table.name),
  ],
);

/** The organization's own permissions. The administrator role always holds them. */
export const customPermissions = sqliteTable(
  "custom_permissions",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    /** The id of the permission in roles and in the API, such as `custom.fleet_roster`. */
    key: text("key").notNull(),
    name: text("name").notNull(),
    description: text("description"),
    category: text("category").$type<CustomCategory>().notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (table) => [uniqueIndex("custom_permissions_key").on(table.organizationId, table.key)],
);
