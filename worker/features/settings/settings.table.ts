import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, instant } from "../../lib/db/columns.ts";
import type { SettingKey } from "./settings.schema.ts";

export const organizations = sqliteTable("organizations", {
  id: integer("id").primaryKey(),
  name: text("name").notNull(),
  createdAt: instant("created_at").notNull(),
});

/** Only settings that somebody changed; the rest have their defaults. */
export const organizationSettings = sqliteTable(
  "organization_settings",
  {
    organizationId: integer("organization_id")
      .notNull()
      .references(() => organizations.id),
    settingKey: text("setting_key").$type<SettingKey>().notNull(),
    settingValue: flag("setting_value").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.settingKey] })],
);

/**
 * One counter per organization and topic, raised by triggers whenever a row of that topic changes: the
 * entity tag of everything that a page polls.
 */
export const revisions = sqliteTable(
  "revisions",
  {
    organizationId: integer("organization_id").notNull(),
    topic: text("topic").notNull(),
    revision: integer("revision").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.topic] })],
);
