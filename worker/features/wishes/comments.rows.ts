import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Context } from "../../lib/context.ts";
import { aliased } from "../../lib/db/columns.ts";
import { record } from "../../lib/record.ts";
import { users } from "../users/index.ts";
import { commentAbilities } from "./wishes.policy.ts";
import { type Comment, comment } from "./wishes.schema.ts";
import { wishComments, wishes } from "./wishes.table.ts";
import { wishAudit } from "./wishes.texts.ts";

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

export type CommentRow = Awaited<ReturnType<ReturnType<typeof selectComments>["execute"]>>[number];

export function toComment(row: CommentRow, { actor }: Pick<Context, "actor">): Comment {
  const { userId, removedBy, removedReason } = row;
  return {
    ...row,
    author: {
      userId,
      displayName: row.authorName ?? "",
      avatarUrl: avatarUrl(row.authorDiscordId, row.authorAvatar),
    },
    editedAt: row.version === 1 || removedBy !== null ? null : row.updatedAt,
    removed: removedBy === null ? null : { by: removedBy, reason: removedReason ?? "" },
    can: commentAbilities(actor, row),
  };
}

export const commentRecord = record({
  table: wishComments,
  select: selectComments,
  answers: comment,
  present: toComment,
  nameOf: ({ wishTitle }) => wishTitle,
  audit: wishAudit,
});
