import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, instant } from "../../db/columns.ts";
import { organizations } from "../settings/settings.table.ts";
import type { BotFramework, BotStatus } from "./bots.schema.ts";

export const bots = sqliteTable(
  "bots",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: integer("organization_id")
      .notNull()
      .references(() => organizations.id),
    name: text("name").notNull(),
    description: text("description"),
    /** `v1:key-id:iv:ciphertext`, bound to this table, row and column. */
    token: text("token"),
    tokenEnding: text("token_ending"),
    clientId: text("client_id"),
    framework: text("framework").$type<BotFramework>().notNull(),
    status: text("status").$type<BotStatus>().notNull(),
    autoStart: flag("auto_start").notNull(),
    inviteUrl: text("invite_url"),
    isCrmBot: flag("is_crm_bot").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (table) => [
    index("bots_of").on(table.organizationId),
    uniqueIndex("bots_crm").on(table.organizationId).where(sql`is_crm_bot = 1`),
  ],
);
