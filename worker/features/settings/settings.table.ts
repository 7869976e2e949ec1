import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../lib/db/columns.ts";
import type { SettingKey } from "./settings.schema.ts";

export const organizations = sqliteTable("organizations", {
  id: integer("id").primaryKey(),
  name: text("name").notNull(),
  createdAt: instant("created_at").notNull(),
});

/** The column with the organization of a row. */
export const organizationId = () =>
  integer("organization_id")
    .notNull()
    .references(() => organizations.id);

/** Changed settings; all others have their defaults. */
export const organizationSettings = sqliteTable(
  "organization_settings",
  {
    organizationId: organizationId(),
    settingKey: text("setting_key").$type<SettingKey>().notNull(),
    /** 0 or 1 for a switch. */
    settingValue: integer("setting_value").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** Name of the user who changed it, as it was then. */
    updatedBy: text("updated_by"),
    version: integer("version").notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.settingKey] })],
);
