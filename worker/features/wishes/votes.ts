import { type SQL, sql } from "drizzle-orm";
import type { ById, Context, MemberContext, SystemContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { guard } from "../../lib/guard.ts";
import { members } from "../members/index.ts";
import { users } from "../users/index.ts";
import { decides, isOpen } from "./wishes.policy.ts";
import { groupOf, isVoteOf, ownOf, rootOf, type WishPlan, type WishRow, wishRecord } from "./wishes.rows.ts";
import type { JudgeInput, VoteInput, Wish } from "./wishes.schema.ts";
import { wishes, wishVotes } from "./wishes.table.ts";
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

/** SQL condition: a user is an active member. */
const isActive = (userId: number): SQL =>
  sql`exists (select 1 from ${members} where ${members.userId} = ${userId} and ${members.status} = 'active')`;

type Voter = { name: string; hasVoted: 0 | 1 };

/**
 * Changes the vote of the actor, or of another member for whom an officer acts. A merged wish stands for the one that it
 * is merged into. `make` plans it from whether the user has voted, null for what is so already.
 */
function changeVote(
  context: MemberContext,
  { id, userId = context.actor.userId }: ById<VoteInput>,
  make: (row: WishRow, voter: Voter & { id: number; isActor: boolean }) => Omit<WishPlan, "audit"> | null,
  [own, others]: readonly [
    "wish.voted" | "wish.vote_withdrawn",
    "wish.voted_for" | "wish.vote_withdrawn_for",
  ],
): Promise<Wish> {
  const { db, actor } = context;
  const isActor = userId === actor.userId;
  if (!isActor && !decides(actor)) throw errors.forbidden({ permission: "events.write" });
  const voter = db.all<Voter>(sql`select display_name as name, exists (select 1 from ${wishVotes}
      where ${isVoteOf(userId, rootOf(id))}) as hasVoted
    from ${users} where id = ${userId} and organization_id = ${actor.organizationId}`);
  return wishRecord.edit(
    context,
    rootOf(id),
    undefined,
    (row, [found]) => {
      const [person] = found as Voter[];
      if (!person) throw errors.not_found();
      if (!isOpen(row.status)) throw wishErrors.wish_decided();
      const plan = make(row, { ...person, id: userId, isActor });
      if (!plan || isActor) return plan && { ...plan, audit: [{ action: own }] };
      const { id: wishId, title } = row;
      return {
        ...plan,
        audit: [{ action: others, details: { name: person.name } }],
        notices: [wishNotices.entry(userId, others, { wishId, title, by: actor.name })],
      };
    },
    { more: [voter] },
  );
}

/** Votes for a wish; a second time changes nothing. @throws AppError not_found, wish_decided, forbidden, wish_member_inactive */
export const voteForWish = (context: MemberContext, input: ById<VoteInput>): Promise<Wish> =>
  changeVote(
    context,
    input,
    (row, { id, hasVoted, isActor }) =>
      hasVoted
        ? null
        : {
            also: [storeVote(context, row.id, id, isActor ? null : context.actor.name)],
            require: [guard(isActive(id), wishErrors.wish_member_inactive())],
          },
    ["wish.voted", "wish.voted_for"],
  );

/** Takes a vote back, and with it those for wishes that are merged into it. @throws AppError not_found, wish_decided, forbidden */
export const withdrawVote = (context: MemberContext, input: ById<VoteInput>): Promise<Wish> =>
  changeVote(
    context,
    input,
    (row, { id, hasVoted }) =>
      hasVoted
        ? { also: [context.db.run(sql`delete from ${wishVotes} where ${isVoteOf(id, row.id)}`)] }
        : null,
    ["wish.vote_withdrawn", "wish.vote_withdrawn_for"],
  );

/** Says whether a completed wish works, as one who voted for it. @throws AppError not_found, wish_not_judged */
export const judgeWish = (context: MemberContext, { id, works }: ById<JudgeInput>): Promise<Wish> =>
  wishRecord.edit(context, rootOf(id), undefined, (row) => {
    const { db, actor } = context;
    const own = ownOf(row);
    if (row.status !== "completed" || own === null) throw wishErrors.wish_not_judged();
    if (own.works === works) return null;
    return {
      also: [db.update(wishVotes).set({ works }).where(isVoteOf(actor.userId, row.id))],
      audit: [{ action: works ? "wish.works" : "wish.fails" }],
    };
  });

/** The statement that counts the votes of this week anew, of wishes that have any (see the triggers). */
export const countWeeks = ({ db }: SystemContext): Statement => {
  const counted = sql`(select count(distinct user_id) from ${wishVotes}
    where wish_id in (${groupOf(wishes.id)}) and voted_at >= date('now', '-7 days'))`;
  return db.run(sql`update ${wishes} set votes_this_week = ${counted}
    where id in (select id from ${wishes} where merged_into_id is null and trend_position >= '000001'
          and organization_id in (select id from organizations)
        union all select id from ${wishes} where merged_into_id is not null and votes_this_week > 0)
      and votes_this_week <> ${counted}`);
};
