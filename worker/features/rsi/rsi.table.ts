import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "../../lib/db/columns.ts";
import { organizationId } from "../settings/index.ts";
import { users } from "../users/index.ts";

const userId = () =>
  integer("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** The verified RSI account of a user; it has one user in an organization. */
export const rsiAccounts = sqliteTable(
  "rsi_accounts",
  {
    userId: userId().primaryKey(),
    organizationId: organizationId(),
    /** In RSI's spelling. */
    handle: text("handle").notNull(),
    handleKey: text("handle_key").notNull(),
    /** Unchanged when a handle is renamed; some accounts have none. */
    recordNumber: integer("record_number"),
    /** A day, `YYYY-MM-DD`. */
    enlistedDate: text("enlisted_date"),
    location: text("location"),
    verifiedAt: instant("verified_at").notNull(),
  },
  (table) => [
    uniqueIndex("rsi_accounts_handle").on(table.organizationId, table.handleKey),
    uniqueIndex("rsi_accounts_record").on(table.organizationId, table.recordNumber),
  ],
);

/** A user's newest request to verify a handle. An ended one stays until the daily upkeep, for `checkedAt`. */
export const rsiRequests = sqliteTable(
  "rsi_requests",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: userId(),
    organizationId: organizationId(),
    /** In the user's spelling. */
    handle: text("handle").notNull(),
    code: text("code").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** When this request, or an earlier one of the user for the same handle, was last checked. */
    checkedAt: instant("checked_at"),
    /** How often the user has looked up a handle at RSI since `looksFrom`, to get a code. */
    looks: integer("looks").notNull().default(0),
    looksFrom: instant("looks_from"),
  },
  (table) => [uniqueIndex("rsi_requests_user").on(table.userId)],
);

/** Users who have not yet read that another user verified their handle. */
export const rsiLosses = sqliteTable("rsi_losses", {
  userId: userId().primaryKey(),
  organizationId: organizationId(),
  handle: text("handle").notNull(),
});
