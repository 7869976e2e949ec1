import { sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { Changed, guard } from "../../lib/guard.ts";
import type { NoticeEntry } from "../../lib/notify.ts";
import { type ApplicationRow, assertPending, contractApplications } from "../applications/index.ts";
import { holdersOf } from "../members/index.ts";
import { detailsRecord } from "./details.ts";
import { type MessageRow, messageRecord, toMessage } from "./messages.rows.ts";
import { assertStaff } from "./security-team.policy.ts";
import {
  type EditMessageInput,
  type Message,
  type MessageInput,
  MOST_MESSAGES,
  type RemoveMessageInput,
} from "./security-team.schema.ts";
import { securityMessages } from "./security-team.table.ts";
import { securityErrors, securityNotices } from "./security-team.texts.ts";
import { noteState } from "./state.ts";

/** Notifies the other side of a new message; the newest notice replaces earlier ones. */
function tell({ actor }: MemberContext, { id, userId, applicantName }: ApplicationRow): NoticeEntry {
  const { organizationId } = actor;
  const where = sql`details ->> 'id' = ${id}`;
  return userId === actor.userId
    ? {
        ...securityNotices.entry(holdersOf(actor, "security.review"), "security.message", {
          id,
          applicant: applicantName,
        }),
        replaces: { organizationId, userId: 0, where },
      }
    : {
        ...securityNotices.entry(userId, "security.question", { id, by: actor.name }),
        replaces: { organizationId, userId, where },
      };
}

/**
 * Writes to the thread of an application, or a note of reviewers. A message of the applicant ends a hold.
 * @throws AppError not_found, forbidden for a note, application_decided for the thread, security_messages_full
 */
export const writeMessage = (
  context: MemberContext,
  { id: applicationId, text, isNote }: ById<MessageInput>,
): Promise<Message> =>
  messageRecord.create(context, async () => {
    const { actor, now } = context;
    const [row] = await detailsRecord.find(context, sql`${contractApplications.id} = ${applicationId}`);
    if (!row) throw errors.not_found();
    if (isNote) assertStaff(context, row);
    if (!isNote || row.experience === "") assertPending(context, row);
    const at = now.toISOString();
    const isOwn = row.userId === actor.userId;
    const isSame = sql`(select status from ${contractApplications} where id = ${applicationId}) = ${row.status}`;
    const isFew = sql`(select count(*) from ${securityMessages} where application_id = ${applicationId}) < ${MOST_MESSAGES}`;
    return {
      values: {
        ...{ applicationId, organizationId: actor.organizationId, authorId: actor.userId },
        ...{ text, isNote, createdAt: at, updatedAt: at },
      },
      name: actor.name,
      audit: [],
      notices: isNote ? [] : [tell(context, row)],
      writeAfter: () => (isOwn ? [noteState(context, applicationId, { step: "resumed" })] : []),
      checkBefore: [
        guard(isSame, new Changed(errors.stale_version({ name: actor.name }))),
        guard(isFew, securityErrors.security_messages_full()),
      ],
    };
  });

/** Changes the actor's own message. @throws AppError not_found, stale_version, security_message_kept */
export const editMessage = (context: MemberContext, { id, version, text }: ById<EditMessageInput>) =>
  messageRecord.edit(context, id, version, (row) => {
    assertOwn(context, row, "update");
    return row.text === text ? null : { set: { text, editedAt: context.now.toISOString() }, audit: [] };
  });

/** Deletes the actor's own message. @throws AppError not_found, security_message_kept */
export const deleteMessage = (context: MemberContext, { id }: ById) =>
  messageRecord.remove(context, id, (row) => {
    assertOwn(context, row, "delete");
    return { audit: [] };
  });

/** @throws AppError security_message_kept */
function assertOwn(context: MemberContext, row: MessageRow, what: "update" | "delete"): void {
  if (!toMessage(row, context).can[what]) throw securityErrors.security_message_kept();
}

/**
 * Replaces the text of another user's message in the thread by a reason.
 * @throws AppError not_found, application_self, forbidden, stale_version, security_message_own
 */
export const removeMessage = (context: MemberContext, { id, version, reason }: ById<RemoveMessageInput>) =>
  messageRecord.edit(context, id, version, (row) => {
    assertStaff(context, { userId: row.applicantId });
    if (!toMessage(row, context).can.remove) throw securityErrors.security_message_own();
    return {
      set: { text: "", removedBy: context.actor.name, removedReason: reason },
      audit: [
        { action: "security.message_removed", entity: { id: row.applicationId, name: row.applicantName } },
      ],
    };
  });
