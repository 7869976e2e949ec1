import { lt } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Db } from "./client.ts";
import { hoursFrom, instant } from "./columns.ts";

/** Which record a request with an `Idempotency-Key` created; kept for a day. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    userId: integer("user_id").notNull(),
    /** The kind of record and the client's key. */
    key: text("key").notNull(),
    recordId: integer("record_id").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] })],
);

/** The statement that forgets keys older than a day. */
export const deleteOldKeys = ({ db, now }: { db: Db; now: Date }) =>
  db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, hoursFrom(now, -24)));
