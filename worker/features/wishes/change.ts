import { type SQL, sql } from "drizzle-orm";
import { changedDetails } from "../../lib/audit.ts";
import type { ById, Context, MemberContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { fieldNames, fieldsWith } from "../../lib/fields.schema.ts";
import { changedFields, valuesAfter } from "../../lib/fields.ts";
import { guard } from "../../lib/guard.ts";
import { trigramsOf } from "./trigrams.ts";
import { storeVote } from "./votes.ts";
import { wishAnnouncements } from "./wishes.announcements.ts";
import { wishFields } from "./wishes.fields.ts";
import { changeRefusal } from "./wishes.policy.ts";
import { type WishRow, wishRecord } from "./wishes.rows.ts";
import * as schema from "./wishes.schema.ts";
import { groupOf, wishes, wishTrigrams, wishVotes } from "./wishes.table.ts";
import { wishErrors, wishNotices } from "./wishes.texts.ts";

const listOf = (title: string) => JSON.stringify(trigramsOf(title));

const addTrigrams = ({ db, actor }: Context, id: SQL | number, title: string): Statement =>
  db.run(sql`insert into ${wishTrigrams} (organization_id, trigram, wish_id)
    select ${actor.organizationId}, value, ${id} from json_each(${listOf(title)}) where true on conflict do nothing`);

/** The statement that deletes the trigrams of a title, except those shared with another title. */
const deleteTrigrams = ({ db }: Context, { id, organizationId, title }: WishRow, kept = ""): Statement =>
  db.run(sql`delete from ${wishTrigrams} where organization_id = ${organizationId} and wish_id = ${id}
    and trigram in (select value from json_each(${listOf(title)}) except select value from json_each(${listOf(kept)}))`);

/** Submits a wish with the vote of its author. @throws AppError not_found for another organization, wish_too_many */
export function submitWish(context: MemberContext, input: schema.SubmitWishInput): Promise<schema.Wish> {
  const { actor, now } = context;
  const { organizationId = actor.organizationId, submittedBy: _, ...terms } = input;
  const { userId } = actor;
  if (organizationId !== actor.organizationId) throw errors.not_found();
  const at = now.toISOString();
  const full = wishErrors.wish_too_many({ most: schema.MOST_PENDING });
  const waiting = sql`(select count(*) from ${wishes} where organization_id = ${organizationId} and submitted_by = ${userId}
    and status = 'pending' and merged_into_id is null)`;
  return wishRecord.create(context, {
    name: terms.title,
    values: { ...terms, organizationId, submittedBy: userId, createdAt: at, updatedAt: at },
    writeAfter: (id) => [storeVote(context, id, userId), addTrigrams(context, id, terms.title)],
    audit: [{ action: "wish.submitted" }],
    checkBefore: [guard(sql`${waiting} < ${schema.MOST_PENDING}`, full)],
  });
}

function assertChangeable({ actor }: MemberContext, row: WishRow): void {
  const refusal = changeRefusal(actor, row);
  if (refusal) throw refusal;
}

/** @throws AppError not_found, stale_version, wish_not_yours, wish_answered */
export const editWish = (context: MemberContext, { id, version, ...input }: ById<schema.EditWishInput>) =>
  wishRecord.edit(context, id, version, (row) => {
    assertChangeable(context, row);
    const after = valuesAfter(wishFields, input, row);
    if (changedFields(wishFields, row, after).length === 0) return null;
    const { title } = after;
    const details = changedDetails(row, after, fieldNames(fieldsWith(wishFields, "audit")));
    const isRenamed = title !== row.title;
    return {
      set: input,
      audit: [{ action: "wish.edited", entity: { id, name: title }, details }],
      writeAfter: isRenamed ? [deleteTrigrams(context, row, title), addTrigrams(context, id, title)] : [],
    };
  });

/** Deletes a wish; those merged into it become separate. @throws AppError not_found, wish_not_yours, wish_answered */
export const deleteWish = (context: MemberContext, { id }: ById): Promise<void> =>
  wishRecord.remove(context, id, (row) => {
    assertChangeable(context, row);
    return {
      audit: [{ action: "wish.deleted" }],
      writeAfter: [deleteTrigrams(context, row)],
      checkBefore: [wishRecord.guardVersion(context, row)],
    };
  });

/** The notice of a new state to the authors of a wish and of those merged into it, and of completion to the voters, too. */
function noticeOf({ actor }: MemberContext, { id, title }: WishRow, status: schema.WishStatus) {
  const authors = sql`select submitted_by as id from ${wishes} where id in (${groupOf(id)}) and submitted_by is not null`;
  const voters = sql`select * from (select user_id as id from ${wishVotes} where wish_id in (${groupOf(id)})
    order by voted_at desc limit ${schema.MOST_ASKED})`;
  const receivers = status === "completed" ? sql`${authors} union ${voters}` : authors;
  const others = sql`select id from (${receivers}) where id <> ${actor.userId}`;
  return wishNotices.entry(others, `wish.${status}`, { wishId: id, title, by: actor.name });
}

/** Sets a wish's state, with a new, the old or no reply. @throws AppError not_found, stale_version, wish_is_merged */
export const decideWish = (
  context: MemberContext,
  { id, version, status, reply }: ById<schema.DecideWishInput>,
) =>
  wishRecord.edit(context, id, version, (row) => {
    if (row.mergedIntoId !== null) throw wishErrors.wish_is_merged();
    const { actor, now } = context;
    const isMoved = status !== row.status;
    const isReplied = reply !== undefined && (reply || null) !== row.reply;
    if (!isMoved && !isReplied) return null;
    const by = reply ? { replyBy: actor.name, replyAt: now.toISOString() } : { replyBy: null, replyAt: null };
    return {
      set: { status, ...(isReplied ? { reply: reply || null, ...by } : {}) },
      audit: [
        isMoved
          ? { action: "wish.decided", details: changedDetails(row, { status }, ["status"]) }
          : { action: "wish.replied" },
      ],
      notices: isMoved ? [noticeOf(context, row, status)] : [],
      announcements:
        isMoved && status === "completed"
          ? [wishAnnouncements.entry("wish.completed", { title: row.title, by: actor.name })]
          : [],
    };
  });
