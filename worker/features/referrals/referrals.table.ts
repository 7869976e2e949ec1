import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant, json } from "../../lib/db/columns.ts";
import { organizationId } from "../settings/index.ts";
import { users } from "../users/index.ts";
import type { Figures, Period, SourceKind } from "./referrals.schema.ts";

/** Links by which people come: one of each member who made it, and those of advertisements and recruiters. */
export const sources = sqliteTable(
  "sources",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    kind: text("kind").$type<SourceKind>().notNull(),
    /** The member or recruiter; null for an advertisement, and once the user is deleted. */
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    /** Of an advertisement. */
    name: text("name"),
    /** What the link ends with; null once it has ended. A replaced code is forgotten. */
    code: text("code"),
    note: text("note"),
    endedAt: instant("ended_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (table) => [
    uniqueIndex("sources_code").on(table.code).where(sql`code is not null`),
    uniqueIndex("sources_member").on(table.userId).where(sql`kind = 'member' and user_id is not null`),
    // Finds the links of a user who is deleted.
    index("sources_user").on(table.userId).where(sql`user_id is not null`),
    index("sources_listed").on(table.organizationId, table.id).where(sql`kind <> 'member'`),
  ],
);

/** What was counted of an organization's sources, replaced each morning. */
export const sourceFigures = sqliteTable("source_figures", {
  organizationId: integer("organization_id").primaryKey(),
  countedAt: instant("counted_at").notNull(),
  /** When the first person of all came. */
  firstAt: instant("first_at").notNull(),
  counted: json<Counted[]>("counted").notNull(),
});

/** The figures of a period and a source: its id, `discord` or `website`. */
export type Counted = Figures & { period: Period; key: string };
