import { and, eq, getTableColumns, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { avatarUrl } from "../../lib/avatar.ts";
import type { ById, Context, MemberContext } from "../../lib/context.ts";
import { aliased } from "../../lib/db/columns.ts";
import { errors } from "../../lib/errors.ts";
import { guard } from "../../lib/guard.ts";
import { record } from "../../lib/record.ts";
import { users } from "../users/index.ts";
import { commentAbilities, visibleTo } from "./wishes.policy.ts";
import * as schema from "./wishes.schema.ts";
import { groupOf, wishComments, wishes } from "./wishes.table.ts";
import { wishAudit, wishErrors } from "./wishes.texts.ts";

export const selectComments = ({ db, actor }: Context, which?: SQL) =>
  db
    .select({
      ...getTableColumns(wishComments),
      authorName: aliased(users.displayName, "author_name"),
      authorAvatar: aliased(users.avatar, "author_avatar"),
      authorDiscordId: aliased(users.discordId, "author_discord_id"),
      wishTitle: sql<string>`(select title from ${wishes} where id = ${wishComments.wishId})`.as(
        "wish_title",
      ),
    })
    .from(wishComments)
    .innerJoin(users, eq(users.id, wishComments.userId))
    .where(and(which, sql`+${wishComments.organizationId} = ${actor.organizationId}`));

/** SQL value: the comments of a wish and of those merged into it. */
export const commentsOf = (id: SQLWrapper | number): SQL<number> =>
  sql`(select sum(part.comments) from ${wishes} part where part.id in (${groupOf(id)}))`;

export type CommentRow = Awaited<ReturnType<ReturnType<typeof selectComments>["execute"]>>[number];

export function toComment(row: CommentRow, { actor }: Pick<Context, "actor">): schema.Comment {
  const { userId, removedBy, removedReason, wishId, wishTitle } = row;
  const avatar = avatarUrl(row.authorDiscordId, row.authorAvatar);
  return {
    ...row,
    author: { userId, displayName: row.authorName ?? "", avatarUrl: avatar },
    wish: { id: wishId, title: wishTitle },
    editedAt: row.version === 1 || removedBy !== null ? null : row.updatedAt,
    removed: removedBy === null ? null : { by: removedBy, reason: removedReason ?? "" },
    can: commentAbilities(actor, row),
  };
}

const commentRecord = record({
  table: wishComments,
  select: selectComments,
  answers: schema.comment,
  present: toComment,
  nameOf: ({ wishTitle }) => wishTitle,
  audit: wishAudit,
});

/** Writes a comment. @throws AppError not_found, wish_is_merged, wish_comments_full */
export const addComment = (context: MemberContext, { id, text }: ById<schema.CommentInput>) =>
  commentRecord.create(context, async () => {
    const { db, actor, now } = context;
    const [wish] = await db
      .select()
      .from(wishes)
      .where(and(eq(wishes.id, id), visibleTo(actor)));
    if (!wish) throw errors.not_found();
    const { organizationId, title } = wish;
    const at = now.toISOString();
    const isWhole = sql`exists (select 1 from ${wishes} where id = ${id} and merged_into_id is null)`;
    const full = wishErrors.wish_comments_full({ most: schema.MOST_COMMENTS });
    return {
      name: title,
      values: { organizationId, wishId: id, userId: actor.userId, text, createdAt: at, updatedAt: at },
      audit: [{ action: "wish.commented", entity: { id, name: title } }],
      checkBefore: [
        guard(isWhole, wishErrors.wish_is_merged()),
        guard(sql`${commentsOf(id)} < ${schema.MOST_COMMENTS}`, full),
      ],
    };
  });

/** @throws AppError wish_comment_not_yours, wish_comment_removed */
function assertAble({ actor }: MemberContext, row: CommentRow, ability: keyof schema.Comment["can"]): void {
  if (row.removedBy !== null) throw wishErrors.wish_comment_removed({ by: row.removedBy });
  if (!commentAbilities(actor, row)[ability]) throw wishErrors.wish_comment_not_yours();
}

const wishOf = ({ wishId, wishTitle }: CommentRow) => ({ id: wishId, name: wishTitle });

/** Changes one's own comment. @throws AppError not_found, stale_version, wish_comment_not_yours, wish_comment_removed */
export const editComment = (context: MemberContext, { id, version, text }: ById<schema.EditCommentInput>) =>
  commentRecord.edit(context, id, version, (row) => {
    assertAble(context, row, "update");
    if (text === row.text) return null;
    return { set: { text }, audit: [{ action: "wish.comment_edited", entity: wishOf(row) }] };
  });

/** Deletes one's own comment. @throws AppError not_found, wish_comment_not_yours, wish_comment_removed */
export const deleteComment = (context: MemberContext, { id }: ById) =>
  commentRecord.remove(context, id, (row) => {
    assertAble(context, row, "delete");
    return {
      audit: [{ action: "wish.comment_deleted", entity: wishOf(row) }],
      checkBefore: [commentRecord.guardVersion(context, row)],
    };
  });

/**
 * Removes the text of a member's comment; who removed it, and why, is shown in its place.
 * @throws AppError not_found, stale_version, wish_comment_not_yours for one's own, wish_comment_removed
 */
export const removeComment = (
  context: MemberContext,
  { id, version, reason }: ById<schema.RemoveCommentInput>,
) =>
  commentRecord.edit(context, id, version, (row) => {
    assertAble(context, row, "remove");
    const details = { author: row.authorName ?? "", reason };
    return {
      set: { text: "", removedBy: context.actor.name, removedReason: reason },
      audit: [{ action: "wish.comment_removed", entity: wishOf(row), details }],
    };
  });
