import { sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { guard } from "../../lib/guard.ts";
import { type CommentRow, commentRecord } from "./comments.rows.ts";
import { commentAbilities } from "./wishes.policy.ts";
import { selectWishes } from "./wishes.rows.ts";
import {
  type Comment,
  type CommentInput,
  type EditCommentInput,
  MOST_COMMENTS,
  type RemoveCommentInput,
} from "./wishes.schema.ts";
import { wishes } from "./wishes.table.ts";
import { wishErrors } from "./wishes.texts.ts";

/** Writes a comment. @throws AppError not_found, wish_is_merged, wish_comments_full */
export const addComment = (context: MemberContext, { id, text }: ById<CommentInput>): Promise<Comment> =>
  commentRecord.create(context, async () => {
    const { actor, now } = context;
    const [wish] = await selectWishes(context, sql`${wishes.id} = ${id}`);
    if (!wish) throw errors.not_found();
    const { organizationId, title } = wish;
    const at = now.toISOString();
    const of = sql`from ${wishes} where id = ${id}`;
    return {
      name: title,
      values: { organizationId, wishId: id, userId: actor.userId, text, createdAt: at, updatedAt: at },
      audit: [{ action: "wish.commented", entity: { id, name: title } }],
      require: [
        guard(sql`exists (select 1 ${of} and merged_into_id is null)`, wishErrors.wish_is_merged()),
        guard(
          sql`(select comments ${of}) < ${MOST_COMMENTS}`,
          wishErrors.wish_comments_full({ most: MOST_COMMENTS }),
        ),
      ],
    };
  });

/** @throws AppError wish_comment_not_yours, wish_comment_removed */
function assertAble({ actor }: MemberContext, row: CommentRow, ability: keyof Comment["can"]): void {
  if (row.removedBy !== null) throw wishErrors.wish_comment_removed({ by: row.removedBy });
  if (!commentAbilities(actor, row)[ability]) throw wishErrors.wish_comment_not_yours();
}

const wishOf = ({ wishId, wishTitle }: CommentRow) => ({ id: wishId, name: wishTitle });

/** Changes one's own comment. @throws AppError not_found, stale_version, wish_comment_not_yours, wish_comment_removed */
export const editComment = (context: MemberContext, { id, version, text }: ById<EditCommentInput>) =>
  commentRecord.edit(context, id, version, (row) => {
    assertAble(context, row, "update");
    if (text === row.text) return null;
    return { set: { text }, audit: [{ action: "wish.comment_edited", entity: wishOf(row) }] };
  });

/** Deletes one's own comment. @throws AppError not_found, wish_comment_not_yours, wish_comment_removed */
export const deleteComment = (context: MemberContext, { id }: ById): Promise<void> =>
  commentRecord.remove(context, id, (row) => {
    assertAble(context, row, "delete");
    return {
      audit: [{ action: "wish.comment_deleted", entity: wishOf(row) }],
      require: [commentRecord.guardVersion(context, row)],
    };
  });

/**
 * Removes the text of a member's comment; who did it, and why, stays in its place.
 * @throws AppError not_found, stale_version, wish_comment_not_yours for one's own, wish_comment_removed
 */
export const removeComment = (context: MemberContext, { id, version, reason }: ById<RemoveCommentInput>) =>
  commentRecord.edit(context, id, version, (row) => {
    assertAble(context, row, "remove");
    const { actor } = context;
    return {
      set: { text: "", removedBy: actor.name, removedReason: reason },
      audit: [
        {
          action: "wish.comment_removed",
          entity: wishOf(row),
          details: { author: row.authorName ?? "", reason },
        },
      ],
    };
  });
