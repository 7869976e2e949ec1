import { and, eq, getTableColumns, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Context } from "../../lib/context.ts";
import { aliased } from "../../lib/db/columns.ts";
import { record } from "../../lib/record.ts";
import { written } from "../../lib/written.schema.ts";
import { contractApplications, reviews } from "../applications/index.ts";
import { users } from "../users/index.ts";
import { isStaff } from "./security-team.policy.ts";
import type { Message } from "./security-team.schema.ts";
import { securityMessages } from "./security-team.table.ts";
import { securityAudit } from "./security-team.texts.ts";

const applicants = alias(users, "applicants");
const { userId } = contractApplications;

/** The statement that reads messages for the actor: the thread of their own application, or all for reviewers. */
export const selectMessages = ({ db, actor }: Context, which: SQL) =>
  db
    .select({
      ...getTableColumns(securityMessages),
      authorName: aliased(users.displayName, "author_name"),
      authorDiscordId: aliased(users.discordId, "author_discord_id"),
      authorAvatar: aliased(users.avatar, "author_avatar"),
      applicantId: sql<number>`${userId}`.as("applicant_id"),
      applicantName: sql<string>`${applicants.displayName}`.as("applicant_name"),
      status: sql<"pending" | "accepted" | "declined" | "withdrawn">`${contractApplications.status}`.as(
        "status_of",
      ),
    })
    .from(securityMessages)
    .innerJoin(contractApplications, eq(contractApplications.id, securityMessages.applicationId))
    .innerJoin(applicants, eq(applicants.id, userId))
    .leftJoin(users, eq(users.id, securityMessages.authorId))
    .where(
      and(
        which,
        sql`+${securityMessages.organizationId} = ${actor.organizationId}`,
        or(
          and(eq(userId, actor.userId ?? -1), eq(securityMessages.isNote, false)),
          reviews(actor) ? sql`${userId} <> ${actor.userId}` : undefined,
        ),
      ),
    );

export type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>["execute"]>>[number];

export function toMessage(row: MessageRow, { actor }: Pick<Context, "actor">): Message {
  const isAuthor = row.authorId === actor.userId;
  const isThere = row.removedBy === null;
  const staff = isStaff({ actor }, { userId: row.applicantId });
  return {
    ...row,
    author:
      row.authorId === null
        ? null
        : {
            userId: row.authorId,
            displayName: row.authorName ?? "",
            avatarUrl: avatarUrl(row.authorDiscordId, row.authorAvatar),
          },
    removed: row.removedBy === null ? null : { by: row.removedBy, reason: row.removedReason ?? "" },
    can: {
      update: isAuthor && isThere && (row.isNote || row.status === "pending"),
      delete: isAuthor && isThere,
      remove: !isAuthor && isThere && !row.isNote && staff,
    },
  };
}

export const messageRecord = record({
  table: securityMessages,
  select: selectMessages,
  answers: written,
  present: toMessage,
  nameOf: ({ authorName }) => authorName ?? "",
  audit: securityAudit,
});
