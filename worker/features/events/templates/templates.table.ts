import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant, json } from "../../../lib/db/columns.ts";
import { organizationId } from "../../settings/index.ts";
import type { TemplateTerms } from "./templates.schema.ts";

/** Initial values for forms of new events. */
export const eventTemplates = sqliteTable(
  "event_templates",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    name: text("name").notNull(),
    terms: json<TemplateTerms>("terms").notNull(),
    /** The id of a user without a foreign key: deleting a user searches no templates. */
    createdBy: integer("created_by"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (table) => [uniqueIndex("event_templates_name").on(table.organizationId, table.name)],
);
