import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, json } from "../../../lib/db/columns.ts";
import { prospects } from "../prospects.table.ts";

/**
 * Why a prospect was removed from the pipeline, and the data that restores it. Its row stays among the prospects, with the
 * status REMOVED that no list or total includes: it keeps its history, and a sync finds its Discord account.
 */
export const prospectRemovals = sqliteTable(
  "prospect_removals",
  {
    prospectId: integer("prospect_id")
      .primaryKey()
      .references(() => prospects.id, { onDelete: "cascade" }),
    /** The prospect that it was merged into; null for one that was deleted. */
    intoId: integer("into_id").references(() => prospects.id, { onDelete: "set null" }),
    reason: text("reason"),
    removedBy: text("removed_by").notNull(),
    removedAt: instant("removed_at").notNull(),
    /** Null once it can no longer be undone. */
    before: json<Before>("before"),
  },
  (table) => [index("prospect_removals_into").on(table.intoId).where(sql`into_id is not null`)],
);

type Row = typeof prospects.$inferSelect;

/** The data that restores a removed prospect. */
export type Before = {
  removed: Pick<Row, "status" | "assignedTo" | "deadline" | "stageChangedAt" | "userId"> & DiscordFacts;
  /** The columns that a merge changed in the kept prospect: values before and after. */
  kept: { [Column in keyof Row]?: { from: Row[Column]; to: Row[Column] } };
  /** The kept prospect's member after the merge. */
  memberId: number | null;
  /** The users between whom a merge moved a Discord account. */
  signIn: { from: number; to: number; discordId: string } | null;
};

/** The columns that come with a Discord account. */
export type DiscordFacts = Pick<Row, "discordId" | "avatar" | "discordStatus" | "discordLastSeen">;
