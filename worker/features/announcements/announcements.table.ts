import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Language } from "../../lib/wire.schema.ts";
import type { ChannelState } from "./announcements.schema.ts";

/** The Discord channel for an organization's announcements of a kind. */
export const announcementChannels = sqliteTable(
  "announcement_channels",
  {
    organizationId: integer("organization_id").notNull(),
    kind: text("kind").notNull(),
    /** Discord's id, and the name when it was chosen. */
    channelId: text("channel_id").notNull(),
    channelName: text("channel_name").notNull(),
    language: text("language").$type<Language>().notNull(),
    state: text("state").$type<ChannelState>().notNull().default("ready"),
  },
  // WITHOUT ROWID, like `posted_messages`.
  (table) => [primaryKey({ columns: [table.organizationId, table.kind] })],
);

/** Posted cards of records in Discord; triggers of the records' tables queue their redrawing (see the migration). */
export const postedMessages = sqliteTable(
  "posted_messages",
  {
    organizationId: integer("organization_id").notNull(),
    subject: text("subject").notNull(),
    recordId: integer("record_id").notNull(),
    channelId: text("channel_id").notNull(),
    messageId: text("message_id").notNull(),
    language: text("language").$type<Language>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.subject, table.recordId, table.channelId] }),
  ],
);
