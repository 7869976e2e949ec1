import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../lib/db/columns.ts";
import type { Refusal } from "../../lib/errors.ts";
import { organizationId } from "../settings/index.ts";

/** Refused requests, counted by hour. The table has no row ids, so that a refusal costs one write. */
export const securityLog = sqliteTable(
  "security_log",
  {
    organizationId: organizationId(),
    /** The hour, then kind, user and network: the primary key is in the order of time. */
    key: text("key").notNull(),
    kind: text("kind").$type<Refusal>().notNull(),
    userId: integer("user_id"),
    network: text("network"),
    permission: text("permission"),
    count: integer("count").notNull(),
    lastAt: instant("last_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.key] })],
);
