import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, json } from "../../../lib/db/columns.ts";
import { organizationId } from "../../settings/index.ts";
import type { Restore, RestoreStep } from "./restore.schema.ts";

/** Uploaded documents to restore, and data that was kept before a restore. */
export const restores = sqliteTable(
  "restores",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    /** `reading` until the rehearsal is done; `aside` once its rows are deleted, or about to be. */
    state: text("state").$type<Restore["state"] | "reading" | "aside">().notNull(),
    /** `before` keeps the data before another restore. */
    source: text("source").$type<"upload" | "before" | "schedule">().notNull(),
    confirm: text("confirm").notNull(),
    /** `layout` is the migration whose columns its rows have. */
    document: json<Omit<Restore["document"], "isOlder"> & { layout?: string }>("document").notNull(),
    sections: json<Restore["sections"]>("sections").notNull(),
    lockedSecrets: integer("locked_secrets").notNull(),
    createdAt: instant("created_at").notNull(),
    createdBy: text("created_by").notNull(),
    /** Finished steps. */
    steps: json<{ step: RestoreStep; at: string }[]>("steps").notNull(),
    /** Finished tables of the current step. */
    done: integer("done").notNull(),
    /** The organization's revisions when the rows were compared: later changes are compared again. */
    revisions: text("revisions"),
    startedAt: instant("started_at"),
    startedBy: text("started_by"),
    /** The user who started it, for entries written at its end. */
    startedById: integer("started_by_id"),
    finishedAt: instant("finished_at"),
    problem: json<{ code: string; parameters: Record<string, string | number> }>("problem"),
    /** The restore that keeps the data before this one. */
    beforeId: integer("before_id"),
    /** The time at which its rows are deleted. */
    keptUntil: instant("kept_until").notNull(),
  },
  (table) => [index("restores_of").on(table.organizationId, table.id)],
);

/** The rows of a document, and stored rows that it lacks. */
export const restoreRows = sqliteTable(
  "restore_rows",
  {
    restoreId: integer("restore_id").notNull(),
    tableName: text("table_name").notNull(),
    /** The values of its primary key, as a JSON array. */
    key: text("key").notNull(),
    /** All its values, as a JSON array, in the order of the table's columns. */
    data: text("data").notNull(),
    /**
     * Null for a row that exists already. A row that `replaces` another with its key is deleted and added; one that `moves`
     * another is added, and the other gets a new key. `goes` has the data of a row that the document lacks.
     */
    change: text("change").$type<"comes" | "changes" | "replaces" | "moves" | "goes" | "skipped">(),
  },
  (table) => [
    primaryKey({ columns: [table.restoreId, table.tableName, table.key] }),
    index("restore_rows_changed")
      .on(table.restoreId, table.change, table.tableName, table.key)
      .where(sql`change is not null`),
  ],
);
