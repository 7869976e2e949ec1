import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, instant } from "../../lib/db/columns.ts";
import { columnsOf } from "../../lib/fields.ts";
import { organizationId } from "../settings/index.ts";
import { users } from "../users/index.ts";
import { wishFields } from "./wishes.fields.ts";
import type { LinkInput, WishStatus } from "./wishes.schema.ts";

/** Merged wishes are in no list. */
const isListed = sql`merged_into_id is null`;
const position = (name: string, by: SQL) => text(name).notNull().generatedAlwaysAs(by, { mode: "virtual" });

/** Wishes of members. Triggers count votes and comments (see the migration). */
export const wishes = sqliteTable(
  "wishes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    ...columnsOf(wishFields),
    status: text("status").$type<WishStatus>().notNull().default("pending"),
    submittedBy: integer("submitted_by").references(() => users.id, { onDelete: "set null" }),
    /** The target of its merge, never a merged wish itself. A trigger clears it when the target is deleted. */
    mergedIntoId: integer("merged_into_id"),
    reply: text("reply"),
    replyBy: text("reply_by"),
    replyAt: instant("reply_at"),
    /** Users who voted for it or for a wish that is merged into it. */
    votes: integer("votes").notNull().default(0),
    votesThisWeek: integer("votes_this_week").notNull().default(0),
    comments: integer("comments").notNull().default(0),
    /** Orders wishes by their votes; no two are equal. */
    votesPosition: position("votes_position", sql`printf('%06d %012d', votes, id)`),
    /** Orders wishes by the votes of this week, and then by all. */
    trendPosition: position("trend_position", sql`printf('%06d %06d %012d', votes_this_week, votes, id)`),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (table) => [
    index("wishes_newest").on(table.organizationId, table.id).where(isListed),
    index("wishes_by_votes").on(table.organizationId, table.votesPosition).where(isListed),
    index("wishes_by_trend").on(table.organizationId, table.trendPosition).where(isListed),
    index("wishes_waiting")
      .on(table.organizationId, table.submittedBy)
      .where(sql`status = 'pending' and merged_into_id is null`),
    index("wishes_author").on(table.submittedBy).where(sql`submitted_by is not null`),
    index("wishes_merged").on(table.mergedIntoId).where(sql`merged_into_id is not null`),
  ],
);

/** SQL query: the ids of a wish and of those merged into it, whose votes, comments and links it shows. */
export const groupOf = (id: SQLWrapper | number): SQL =>
  sql`select id from ${wishes} one where one.id = ${id} or one.merged_into_id = ${id}`;

/** One vote of a user for a wish, without row ids. */
export const wishVotes = sqliteTable(
  "wish_votes",
  {
    wishId: integer("wish_id")
      .notNull()
      .references(() => wishes.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    organizationId: organizationId(),
    /** Name of the officer who gave it for the user; null for one's own. */
    givenBy: text("given_by"),
    votedAt: instant("voted_at").notNull(),
    /** Whether the completed wish works for the user; null without a rating. */
    works: flag("works"),
  },
  (table) => [
    primaryKey({ columns: [table.wishId, table.userId] }),
    index("wish_votes_user").on(table.userId),
    index("wish_votes_judged").on(table.wishId, table.works).where(sql`works is not null`),
  ],
);

export const wishComments = sqliteTable(
  "wish_comments",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    wishId: integer("wish_id")
      .notNull()
      .references(() => wishes.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    text: text("text").notNull(),
    removedBy: text("removed_by"),
    removedReason: text("removed_reason"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (table) => [index("wish_comments_of").on(table.wishId), index("wish_comments_user").on(table.userId)],
);

/** Events and contracts that wishes became, without row ids. */
export const wishLinks = sqliteTable(
  "wish_links",
  {
    wishId: integer("wish_id")
      .notNull()
      .references(() => wishes.id, { onDelete: "cascade" }),
    kind: text("kind").$type<LinkInput["kind"]>().notNull(),
    targetId: integer("target_id").notNull(),
    organizationId: organizationId(),
  },
  (table) => [
    primaryKey({ columns: [table.wishId, table.kind, table.targetId] }),
    index("wish_links_target").on(table.kind, table.targetId),
  ],
);

/**
 * Trigrams of the words of titles, to find similar ones; without row ids. Without a foreign key either, which would need an
 * index, and so another written row for each: the verbs delete them.
 */
export const wishTrigrams = sqliteTable(
  "wish_trigrams",
  {
    organizationId: integer("organization_id").notNull(),
    trigram: text("trigram").notNull(),
    wishId: integer("wish_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.trigram, table.wishId] })],
);
