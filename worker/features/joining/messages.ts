import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { avatarUrl } from "../../lib/avatar.ts";
import type { MemberContext } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { type Guard, guard, newest, once, write } from "../../lib/guard.ts";
import { users } from "../users/index.ts";
import type { AdmissionRow } from "./joining.rows.ts";
import { MESSAGES_MOST, type Message } from "./joining.schema.ts";
import { admissionMessages, admissions } from "./joining.table.ts";
import { joiningErrors } from "./joining.texts.ts";

/** The statement that reads the messages of an application, the oldest first. @param id SQL for its id */
export const selectMessages = (db: Db, id: SQL | number, which?: SQL) =>
  db
    .select({
      ...getTableColumns(admissionMessages),
      name: users.displayName,
      discordId: users.discordId,
      avatar: users.avatar,
    })
    .from(admissionMessages)
    .leftJoin(users, eq(users.id, admissionMessages.authorId))
    .where(and(sql`${admissionMessages.admissionId} = ${id}`, which))
    .orderBy(admissionMessages.id);

type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>["execute"]>>[number];

export const toMessage = ({ name, discordId, avatar, ...row }: MessageRow): Message => ({
  ...row,
  author: name === null ? null : { name, avatarUrl: avatarUrl(discordId, avatar) },
});

/**
 * Adds a message to an application, once for each idempotency key.
 * @param steps what else is written with it
 * @param unless what it is refused by
 * @throws AppError application_ended, messages_full
 */
export const addMessage = (
  context: MemberContext,
  { id, organizationId }: Pick<AdmissionRow, "id" | "organizationId">,
  {
    steps,
    unless = [],
    ...message
  }: { text: string; isTheirs: boolean; steps: readonly Statement[]; unless?: readonly Guard[] },
): Promise<Message> => {
  const { db, actor, now } = context;
  const select = (one: SQL) => selectMessages(db, id, sql`${admissionMessages.id} = ${one}`);
  return once(
    context,
    admissionMessages,
    async (isFirst, key) => {
      const results = await write(db, [
        ...isFirst,
        ...unless,
        guard(
          sql`(select status from ${admissions} where id = ${id}) = 'sent'`,
          joiningErrors.application_ended(),
        ),
        // Of each side, so that no applicant leaves the officers none.
        guard(
          sql`(select count(*) from ${admissionMessages} where admission_id = ${id} and is_theirs = ${Number(message.isTheirs)})
            < ${MESSAGES_MOST}`,
          joiningErrors.messages_full({ most: MESSAGES_MOST }),
        ),
        db.insert(admissionMessages).values({
          ...{ ...message, admissionId: id, organizationId },
          ...{ authorId: actor.userId, createdAt: now.toISOString() },
        }),
        ...key,
        ...steps,
        select(newest(admissionMessages)),
      ]);
      const [added] = results.at(-1) as [MessageRow];
      return toMessage(added);
    },
    async (added) => {
      const [found] = await select(added);
      return found && toMessage(found);
    },
    id,
  );
};
