import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "../../db/columns.ts";
import type { Language } from "../../wire.schema.ts";
import { organizations } from "../settings/settings.table.ts";

/** A sign-in: by password, by Discord, or both. A person without either cannot sign in. */
export const users = sqliteTable(
  "users",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: integer("organization_id")
      .notNull()
      .references(() => organizations.id),
    username: text("username").notNull(),
    displayName: text("display_name").notNull(),
    email: text("email"),
    /** `scrypt$N$r$p$salt$hash`, base64url. */
    passwordHash: text("password_hash"),
    discordId: text("discord_id"),
    /** Discord's avatar hash. */
    avatar: text("avatar"),
    language: text("language").$type<Language>(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    // Discord names may equal a password name: only names one signs in with must be unique.
    uniqueIndex("users_sign_in_name")
      .on(sql`lower(${table.username})`)
      .where(sql`${table.passwordHash} is not null`),
    uniqueIndex("users_discord").on(table.organizationId, table.discordId),
  ],
);

export const sessions = sqliteTable(
  "sessions",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** SHA-256 of the token, hexadecimal; the token itself is only in the browser. */
    tokenHash: text("token_hash").notNull(),
    method: text("method").$type<"password" | "discord">().notNull(),
    userAgent: text("user_agent"),
    createdAt: instant("created_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    uniqueIndex("sessions_token").on(table.tokenHash),
    index("sessions_user").on(table.userId),
    index("sessions_expiry").on(table.expiresAt),
  ],
);

/** Attempts per account or address in the running window. */
export const attempts = sqliteTable(
  "attempts",
  {
    key: text("key").primaryKey(),
    count: integer("count").notNull(),
    windowEndsAt: instant("window_ends_at").notNull(),
  },
  (table) => [index("attempts_window").on(table.windowEndsAt)],
);
