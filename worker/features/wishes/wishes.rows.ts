import { and, eq, getTableColumns, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Context } from "../../lib/context.ts";
import { aliased } from "../../lib/db/columns.ts";
import { record } from "../../lib/record.ts";
import { contracts, visibleTo as visibleContracts } from "../contracts/index.ts";
import { events, visibleTo as visibleEvents } from "../events/index.ts";
import { users } from "../users/index.ts";
import { type CommentRow, commentsOf, selectComments, toComment } from "./comments.ts";
import { abilities, visibleTo } from "./wishes.policy.ts";
import * as schema from "./wishes.schema.ts";
import { groupOf, wishComments, wishes, wishLinks, wishVotes } from "./wishes.table.ts";
import { wishAudit } from "./wishes.texts.ts";

/** SQL value: the wish whose counts a wish belongs to: itself, or the target of its merge. */
export const rootOf = (id: number): SQL =>
  sql`coalesce((select merged_into_id from ${wishes} where id = ${id}), ${id})`;

/** SQL condition: a row is the vote of a user for a wish or for one that is merged into it. */
export const isVoteOf = (userId: number | null, id: SQLWrapper | number): SQL =>
  sql`${wishVotes.userId} = ${userId} and ${wishVotes.wishId} in (${groupOf(id)})`;

/** The query for wishes that the actor may see, with their own vote. */
export const selectWishes = ({ db, actor }: Context, which?: SQL) =>
  db
    .select({
      ...getTableColumns(wishes),
      authorName: aliased(users.displayName, "author_name"),
      authorAvatar: aliased(users.avatar, "author_avatar"),
      authorDiscordId: aliased(users.discordId, "author_discord_id"),
      mergedIntoTitle: sql<
        string | null
      >`(select title from ${wishes} one where one.id = ${wishes.mergedIntoId})`.as("merged_into_title"),
      allComments: commentsOf(wishes.id).as("all_comments"),
      ownVote: sql<string | null>`(select json_object('by', given_by, 'works', works) from ${wishVotes}
        where ${isVoteOf(actor.userId, wishes.id)} limit 1)`.as("own_vote"),
    })
    .from(wishes)
    .leftJoin(users, eq(users.id, wishes.submittedBy))
    .where(and(which, visibleTo(actor)));

export type WishRow = Awaited<ReturnType<ReturnType<typeof selectWishes>["execute"]>>[number];

/** The actor's vote. */
export function ownOf({ ownVote }: Pick<WishRow, "ownVote">): schema.Wish["own"] {
  if (ownVote === null) return null;
  const { by, works } = JSON.parse(ownVote) as { by: string | null; works: 0 | 1 | null };
  return { by, works: works === null ? null : works === 1 };
}

export function toWish(row: WishRow, { actor }: Pick<Context, "actor">): schema.Wish {
  const { submittedBy, authorName, mergedIntoId, mergedIntoTitle, reply } = row;
  const own = ownOf(row);
  return {
    ...row,
    submittedBy:
      submittedBy === null || authorName === null
        ? null
        : {
            userId: submittedBy,
            displayName: authorName,
            avatarUrl: avatarUrl(row.authorDiscordId, row.authorAvatar),
          },
    comments: row.allComments,
    reply: reply === null ? null : { text: reply, by: row.replyBy ?? "", at: row.replyAt ?? "" },
    mergedInto: mergedIntoId === null ? null : { id: mergedIntoId, title: mergedIntoTitle ?? "" },
    own,
    can: abilities(actor, { ...row, own }),
  };
}

const shared = {
  table: wishes,
  select: selectWishes,
  nameOf: ({ title }: WishRow) => title,
  audit: wishAudit,
};

export const wishRecord = record({ ...shared, answers: schema.wish, present: toWish });

/** The table of a kind of link, and the SQL condition that the actor may see a row of it. */
export function targetsOf(actor: Actor, kind: schema.LinkInput["kind"]) {
  if (kind === "event") return { target: events, isSeen: visibleEvents(actor) };
  const isReader = actor.permissions.has("contracts.read");
  return { target: contracts, isSeen: isReader ? visibleContracts(actor) : sql`0` };
}

/** SQL query: the events or contracts that a wish or one merged into it became, as far as the actor may see them. */
function linksTo(actor: Actor, id: SQL, kind: schema.LinkInput["kind"]): SQL {
  const { target, isSeen } = targetsOf(actor, kind);
  return sql`select distinct ${kind} as kind, ${target.id} as id, ${target.title} as title
    from ${wishLinks} cross join ${target} on ${target.id} = ${wishLinks.targetId}
    where ${wishLinks.wishId} in (${groupOf(id)}) and ${wishLinks.kind} = ${kind} and ${isSeen}`;
}

type Parts = [
  CommentRow[],
  schema.WishDetails["merged"],
  schema.WishDetails["links"],
  [schema.WishDetails["judged"]],
];

type DetailsRow = WishRow & { thread: CommentRow[] } & Pick<
    schema.WishDetails,
    "merged" | "links" | "judged"
  >;

/** A wish with its comments, merged wishes and links, as its page shows it. */
export const detailsRecord = record({
  ...shared,
  parts: (context, id) => {
    const { db, actor } = context;
    const wishId = sql`${id}`;
    return [
      // A plus keeps SQLite from reading all comments in this order.
      selectComments(context, sql`${wishComments.wishId} in (${groupOf(wishId)})`)
        .orderBy(sql`+${wishComments.id}`)
        .limit(schema.MOST_COMMENTS),
      db
        .select({ id: wishes.id, title: wishes.title, votes: wishes.votes })
        .from(wishes)
        .where(and(sql`${wishes.mergedIntoId} = ${wishId}`, visibleTo(actor)))
        .limit(schema.MOST_MERGED),
      db.all<schema.WishDetails["links"][number]>(
        sql`${linksTo(actor, wishId, "event")} union all ${linksTo(actor, wishId, "contract")}`,
      ),
      db
        .select({
          works: sql<number>`count(distinct case when works = 1 then user_id end)`.as("works"),
          fails: sql<number>`count(distinct case when works = 0 then user_id end)`.as("fails"),
        })
        .from(wishVotes)
        .where(sql`${wishVotes.wishId} in (${groupOf(wishId)}) and ${wishVotes.works} >= 0`),
    ];
  },
  join: (row: WishRow, parts): DetailsRow => {
    const [thread, merged, links, [judged]] = parts as Parts;
    return { ...row, thread, merged, links, judged };
  },
  answers: schema.wishDetails,
  present: (row: DetailsRow, context): schema.WishDetails => ({
    ...row,
    ...toWish(row, context),
    thread: row.thread.map((each) => toComment(each, context)),
  }),
});
