import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
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

/** Which Discord role gives which role of ours. */
export const discordRoleMappings = sqliteTable(
  "discord_role_mappings",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    roleId: integer("role_id")
      .notNull()
      .references(() => roles.id),
    discordRoleId: text("discord_role_id").notNull(),
    discordRoleName: text("discord_role_name").notNull(),
    priority: integer("priority").notNull(),
  },
  (table) => [
    uniqueIndex("discord_role_mappings_role").on(table.organizationId, table.discordRoleId),
    index("discord_role_mappings_of").on(table.roleId),
  ],
);
