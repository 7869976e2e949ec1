import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, instant } from "../../lib/db/columns.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { organizationId } from "../settings/index.ts";

/** Users, who sign in by password, by Discord or both. A user without either cannot sign in. */
export const users = sqliteTable(
  "users",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    username: text("username").notNull(),
    displayName: text("display_name").notNull(),
    /** The folded username that the user signs in with; null without a password. */
    signInName: text("sign_in_name"),
    email: text("email"),
    /** `scrypt$N$r$p$salt$hash`, base64url. */
    passwordHash: text("password_hash"),
    discordId: text("discord_id"),
    /** Discord's avatar hash. */
    avatar: text("avatar"),
    /** The skeleton of the name to sign in with (see `skeletonOf`); set with it. */
    nameSkeleton: text("name_skeleton"),
    /** Devices known before this are forgotten; null without that. */
    devicesSince: instant("devices_since"),
    language: text("language").$type<Language>(),
    /** The newest notice that the user has read; 0 for none. */
    noticesReadTo: integer("notices_read_to").notNull().default(0),
    /** When the user first signed in; null for one who never has. */
    signedInAt: instant("signed_in_at"),
    /** Whether the user has a membership, kept by triggers; users without one have no role. */
    isMember: flag("is_member").notNull().default(false),
    /** Orders users without a role, the newest first, after all members in their own orders; no two are equal. */
    listPosition: text("list_position")
      .notNull()
      .generatedAlwaysAs(sql`char(9) || printf('%012d', id)`, { mode: "virtual" }),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    // Usernames of Discord users may repeat: only sign-in names must be unique.
    uniqueIndex("users_sign_in_name").on(table.signInName),
    uniqueIndex("users_discord").on(table.organizationId, table.discordId),
    index("users_without_role").on(table.organizationId, table.listPosition).where(sql`is_member = 0`),
    index("users_name_skeleton").on(table.nameSkeleton).where(sql`name_skeleton is not null`),
  ],
);
