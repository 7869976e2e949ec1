import { type SQL, sql } from "drizzle-orm";
import type { ById, Context, MemberContext, SystemContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { guard } from "../../lib/guard.ts";
import { isHolder } from "../members/index.ts";
import { users } from "../users/index.ts";
import { decides, isOpen } from "./wishes.policy.ts";
import { isVoteOf, ownOf, rootOf, wishRecord } from "./wishes.rows.ts";
import type { JudgeInput, VoteInput } from "./wishes.schema.ts";
import { groupOf, wishes, wishVotes } from "./wishes.table.ts";
import { wishErrors, wishNotices } from "./wishes.texts.ts";

/** The statement that stores a vote. @param givenBy the name of the officer who gives it for the user */
export const storeVote = (
  { db, actor, now }: Context,
  id: SQL | number,
  userId: number,
  givenBy: string | null = null,
): Statement =>
  db.run(sql`insert into ${wishVotes} (wish_id, user_id, organization_id, given_by, voted_at)
    values (${id}, ${userId}, ${actor.organizationId}, ${givenBy}, ${now.toISOString()}) on conflict do nothing`);

/**
 * Gives or withdraws the vote of the actor, or of another member on behalf of whom an officer acts. A merged wish means its
 * target. A repetition changes nothing and is no error.
 */
function changeVote(
  context: MemberContext,
  { id, userId = context.actor.userId }: ById<VoteInput>,
  isGiven: boolean,
) {
  const { db, actor } = context;
  const isOwn = userId === actor.userId;
  if (!isOwn && !decides(actor)) throw errors.forbidden({ permission: "events.write" });
  const voter = db.all(sql`select display_name as name, exists (select 1 from ${wishVotes}
      where ${isVoteOf(userId, rootOf(id))}) as hasVoted
    from ${users} where id = ${userId} and organization_id = ${actor.organizationId}`);
  return wishRecord.edit(
    context,
    rootOf(id),
    undefined,
    (row, [found]) => {
      const [person] = found as { name: string; hasVoted: 0 | 1 }[];
      if (!person) throw errors.not_found();
      if (!isOpen(row.status)) throw wishErrors.wish_decided();
      if (Boolean(person.hasVoted) === isGiven) return null;
      const kind = isGiven ? "wish.voted_for" : "wish.vote_withdrawn_for";
      const details = { wishId: row.id, title: row.title, by: actor.name };
      return {
        writeAfter: [
          isGiven
            ? storeVote(context, row.id, userId, isOwn ? null : actor.name)
            : db.delete(wishVotes).where(isVoteOf(userId, row.id)),
        ],
        audit: isOwn
          ? [{ action: isGiven ? "wish.voted" : "wish.vote_withdrawn" }]
          : [{ action: kind, details: { name: person.name } }],
        notices: isOwn ? [] : [wishNotices.entry(userId, kind, details)],
        checkBefore: isGiven
          ? [guard(isHolder(sql`${userId}`, "events.read"), wishErrors.wish_member_inactive())]
          : [],
      };
    },
    { more: [voter] },
  );
}

/** Votes for a wish. @throws AppError not_found, wish_decided, forbidden, wish_member_inactive */
export const voteForWish = (context: MemberContext, input: ById<VoteInput>) =>
  changeVote(context, input, true);

/** Withdraws a vote, with those for wishes merged into it. @throws AppError not_found, wish_decided, forbidden */
export const withdrawVote = (context: MemberContext, input: ById<VoteInput>) =>
  changeVote(context, input, false);

/** Stores whether a completed wish works for the actor, who voted for it. @throws AppError not_found, wish_not_judged */
export const judgeWish = (context: MemberContext, { id, works }: ById<JudgeInput>) =>
  wishRecord.edit(context, rootOf(id), undefined, (row) => {
    const { db, actor } = context;
    const own = ownOf(row);
    if (row.status !== "completed" || own === null) throw wishErrors.wish_not_judged();
    if (own.works === works) return null;
    return {
      writeAfter: [db.update(wishVotes).set({ works }).where(isVoteOf(actor.userId, row.id))],
      audit: [{ action: works ? "wish.works" : "wish.fails" }],
    };
  });

/** The statement that recounts the votes of this week, for wishes that have any (see the triggers). */
export const countWeeks = ({ db }: SystemContext): Statement => {
  const counted = sql`(select count(distinct user_id) from ${wishVotes}
    where wish_id in (${groupOf(wishes.id)}) and voted_at >= date('now', '-7 days'))`;
  return db.run(sql`update ${wishes} set votes_this_week = ${counted}
    where id in (select id from ${wishes} where merged_into_id is null and trend_position >= '000001'
          and organization_id in (select id from organizations)
        union all select id from ${wishes} where merged_into_id is not null and votes_this_week > 0)
      and votes_this_week <> ${counted}`);
};
