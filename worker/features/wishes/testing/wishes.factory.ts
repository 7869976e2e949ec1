import { at, hoursFromNow, insert, raw, rows } from "../../../testing/database.ts";
import { trigramsOf } from "../trigrams.ts";

/** Inserts a wish of organization 1 by column names, without votes, and returns its id; it is pending unless `values` say else. */
export async function wish(values: Record<string, unknown> = {}): Promise<number> {
  const id = await insert("wishes", {
    organization_id: 1,
    title: "Mining timer",
    description: "Warn me.",
    priority: "medium",
    category: "feature",
    created_at: at(),
    updated_at: at(),
    ...values,
  });
  const trigrams = JSON.stringify(trigramsOf(String(values["title"] ?? "Mining timer")));
  await raw.DB.prepare(
    "insert into wish_trigrams select organization_id, letters.value, wishes.id from json_each(?) letters, wishes where wishes.id = ?",
  )
    .bind(trigrams, id)
    .run();
  return id;
}

/** Inserts a user's vote for a wish, some days ago. */
export const vote = (
  wishId: number,
  { userId }: { userId: number },
  daysAgo = 0,
  givenBy: string | null = null,
) =>
  raw.DB.prepare(
    "insert into wish_votes (wish_id, user_id, organization_id, given_by, voted_at) values (?, ?, 1, ?, ?)",
  )
    .bind(wishId, userId, givenBy, hoursFromNow(-24 * daysAgo))
    .run();

/** Inserts a user's comment on a wish and returns its id. */
export const comment = (
  wishId: number,
  { userId }: { userId: number },
  values: Record<string, unknown> = {},
) =>
  insert("wish_comments", {
    organization_id: 1,
    wish_id: wishId,
    user_id: userId,
    text: "So do I.",
    created_at: at(),
    updated_at: at(),
    ...values,
  });

/** Wishes with wrong counts of votes or comments, including those of merged wishes; empty if all are right. */
export const miscounted = () =>
  rows(
    `select * from (select id, votes, votes_this_week, comments,
       (select count(distinct user_id) from wish_votes where wish_id in
         (select id from wishes one where wishes.id in (one.id, one.merged_into_id))) as voters,
       (select count(distinct user_id) from wish_votes where voted_at >= date('now', '-7 days') and wish_id in
         (select id from wishes one where wishes.id in (one.id, one.merged_into_id))) as voters_this_week,
       (select count(*) from wish_comments where wish_id = wishes.id) as thread from wishes)
     where votes <> voters or votes_this_week <> voters_this_week or comments <> thread`,
  );
