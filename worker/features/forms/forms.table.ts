import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant, json } from "../../lib/db/columns.ts";
import { organizationId } from "../settings/index.ts";
import type { FormContent } from "./forms.schema.ts";
import type { ChangeSummary } from "./records.schema.ts";

/** A form with the draft of its next version. */
export const forms = sqliteTable(
  "forms",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    /** What the form is for: `recruit`, `security`, or a word of the organization's own. */
    key: text("key").notNull(),
    name: text("name").notNull(),
    draft: json<FormContent>("draft").notNull(),
    /** The newest version; null before the first. */
    liveNumber: integer("live_number"),
    /** Name of the user who changed it last, as it was then. */
    updatedBy: text("updated_by").notNull(),
    updatedAt: instant("updated_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (table) => [uniqueIndex("forms_key").on(table.organizationId, table.key)],
);

/** A published version of a form. It is never changed or deleted, so that answers keep the questions that they answer. */
export const formVersions = sqliteTable(
  "form_versions",
  {
    formId: integer("form_id")
      .notNull()
      .references(() => forms.id),
    number: integer("number").notNull(),
    content: json<FormContent>("content").notNull(),
    /** What it has of its own beside the version before; null for the first. */
    changes: json<ChangeSummary>("changes"),
    publishedAt: instant("published_at").notNull(),
    /** Name of the user who published it, as it was then. */
    publishedBy: text("published_by").notNull(),
  },
  (table) => [primaryKey({ columns: [table.formId, table.number] })],
);
