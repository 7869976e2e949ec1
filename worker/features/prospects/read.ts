import { and, desc, eq } from "drizzle-orm";
import { avatarUrl } from "../../lib/avatar.ts";
import type { UserContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { type Page, page } from "../../lib/page.ts";
import { visibleById } from "./prospects.policy.ts";
import type { DiscordActivity, HistoryQuery, ProspectHistoryEntry } from "./prospects.schema.ts";
import { discordActivities, prospectHistory, prospects } from "./prospects.table.ts";

/** A history entry as its readers get it. */
export const HISTORY_COLUMNS = {
  id: prospectHistory.id,
  action: prospectHistory.action,
  createdAt: prospectHistory.createdAt,
  performedBy: prospectHistory.performedBy,
  previousValue: prospectHistory.previousValue,
  newValue: prospectHistory.newValue,
  notes: prospectHistory.notes,
  changes: prospectHistory.changes,
};

/** One page of a prospect's history, newest first. @throws AppError not_found, invalid_input */
export async function listHistory(
  { db, actor, language }: UserContext,
  id: number,
  query: HistoryQuery,
): Promise<Page<ProspectHistoryEntry>> {
  const of = (entry: { id: number }) => entry.id;
  const paging = page(query, { by: prospectHistory.id, direction: "desc", of }, language);
  const [visible, entries] = await readBatch(db, [
    db
      .select({ id: prospects.id })
      .from(prospects)
      .where(and(eq(prospects.id, id), visibleById(actor))),
    db
      .select(HISTORY_COLUMNS)
      .from(prospectHistory)
      .where(and(eq(prospectHistory.prospectId, id), paging.after))
      .orderBy(paging.order)
      .limit(paging.limit),
  ]);
  if (!visible.length) throw errors.not_found();
  return paging.toPage(entries, (entry) => entry);
}

/** Newest Discord activities of a prospect; presence is derived from exactly this many. */
const ACTIVITY_LIMIT = 10;

/** What Discord last reported about a prospect, newest first. @throws AppError not_found */
export async function listDiscordActivities(
  { db, actor }: UserContext,
  id: number,
): Promise<DiscordActivity[]> {
  const rows = await db
    .select({ discordId: prospects.discordId, avatar: prospects.avatar, activity: discordActivities })
    .from(prospects)
    .leftJoin(
      discordActivities,
      and(
        eq(discordActivities.organizationId, prospects.organizationId),
        eq(discordActivities.discordId, prospects.discordId),
      ),
    )
    .where(and(eq(prospects.id, id), visibleById(actor)))
    .orderBy(desc(discordActivities.timestamp), desc(discordActivities.id))
    .limit(ACTIVITY_LIMIT);
  if (!rows.length) throw errors.not_found();
  return rows.flatMap(({ activity, avatar, discordId }) => {
    if (!activity) return [];
    const { organizationId: _, discordId: __, ...shown } = activity;
    return [{ ...shown, avatarUrl: avatarUrl(discordId, avatar) }];
  });
}
