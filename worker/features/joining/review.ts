import { and, eq, sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { formVersions } from "../forms/index.ts";
import { keptProspect, prospectHistory, prospects, visibleById, withMerged } from "../prospects/index.ts";
import { rsiAccounts } from "../rsi/index.ts";
import { settingIsOn, settingNumber } from "../settings/index.ts";
import { users } from "../users/index.ts";
import { tellThread } from "./joining.announcements.ts";
import { type AdmissionRow, selectAdmissions, toAdmission } from "./joining.rows.ts";
import type { AnswerInput, Message, ProspectApplication, Reviewed, ReviewQuery } from "./joining.schema.ts";
import { admissionMessages, admissions, reviewThreads } from "./joining.table.ts";
import { joiningAudit, joiningErrors, joiningNotices } from "./joining.texts.ts";
import { addMessage, selectMessages, toMessage } from "./messages.ts";
import { selectNext } from "./next.ts";

/** SQL: the newest application that was sent of a prospect, or of those merged into it. */
const newestOf = (prospectId: number) =>
  sql`(select max(id) from ${admissions} where prospect_id in (${withMerged(sql`select ${prospectId} as id`)}))`;

/** The newest application of a prospect, with its messages. @throws AppError not_found for a prospect that the caller does not see */
export async function getApplication(context: MemberContext, { id }: ById): Promise<ProspectApplication> {
  const { db, actor } = context;
  const newest = newestOf(id);
  const [[standing], [row], [version], messages, [next]] = await readBatch(db, [
    db
      .select({
        isOpen: settingIsOn(sql`${actor.organizationId}`, "front_door").mapWith(Boolean).as("door_open"),
        purgeDays: settingNumber(sql`${actor.organizationId}`, "purge_days").as("purge_days"),
        handle: sql<string | null>`${rsiAccounts.handle}`.as("handle"),
        language: sql<Language | null>`(select language from ${users}
          where id = (select user_id from ${admissions} where id = ${newest}))`.as("applicant_language"),
      })
      .from(prospects)
      .leftJoin(rsiAccounts, eq(rsiAccounts.userId, prospects.userId))
      .where(and(eq(prospects.id, id), visibleById(actor))),
    selectAdmissions(db, sql`${admissions.id} = ${newest}`),
    db
      .select({ content: formVersions.content })
      .from(formVersions)
      .innerJoin(
        admissions,
        sql`${formVersions.formId} = ${admissions.formId} and ${formVersions.number} = ${admissions.formNumber}`,
      )
      .where(sql`${admissions.id} = ${newest}`),
    selectMessages(db, newest),
    selectNext(context, newest),
  ]);
  if (!standing) throw errors.not_found();
  const mayWrite = actor.permissions.has("prospects.write") && standing.isOpen;
  return {
    admission: row ? toAdmission(row, standing.purgeDays) : null,
    content: version?.content ?? null,
    messages: messages.map(toMessage),
    verifiedHandle: standing.handle,
    language: standing.language,
    decidedBy: row?.decidedBy ?? null,
    next: next ?? null,
    can: { write: mayWrite && row?.status === "sent" },
  };
}

/**
 * Writes to an applicant.
 * @throws AppError not_found where the caller does not see the prospect, application_ended, door_closed, messages_full,
 *   already_answered where another officer has written since the message that the caller saw
 */
export async function writeToApplicant(
  context: MemberContext,
  { id, text, after }: ById<AnswerInput>,
): Promise<Message> {
  const { db, actor, now } = context;
  const kept = keptProspect(sql`(select prospect_id from ${admissions} where id = ${id})`);
  const [[row], [prospect]] = await readBatch(db, [
    selectAdmissions(
      db,
      and(eq(admissions.id, id), eq(admissions.organizationId, actor.organizationId)) as never,
    ),
    db
      .select({
        id: prospects.id,
        name: prospects.displayName,
        isOpen: settingIsOn(sql`${actor.organizationId}`, "front_door").mapWith(Boolean).as("door_open"),
      })
      .from(prospects)
      .where(and(sql`${prospects.id} = ${kept}`, visibleById(actor))),
  ]);
  if (!row || !prospect) throw errors.not_found();
  if (row.status !== "sent") throw joiningErrors.application_ended();
  if (!prospect.isOpen) throw joiningErrors.door_closed();
  const { name } = prospect;
  return addMessage(context, row, {
    text,
    isTheirs: false,
    unless: after === undefined ? [] : [guardUnanswered(context, id, after)],
    steps: [
      ...(row.answeredAt === null ? [noteAnswered(context, row, now)] : []),
      ...joiningNotices.write(context, row.userId, "admission.answered", { by: actor.name }),
      joiningAudit.write(context, { action: "admission.answered", entity: { id: prospect.id, name } }),
      tellThread(context, sql`select ${id} as id`),
    ],
  });
}

/** The application of a thread in Discord. @throws AppError not_found where the caller does not see its prospect */
export async function getReviewed(context: MemberContext, query: ReviewQuery): Promise<Reviewed> {
  const { db, actor } = context;
  const which =
    "admission" in query
      ? sql`a.id = ${query.admission}`
      : sql`a.id = (select admission_id from ${reviewThreads} where message_id = ${query.thread})`;
  const [found] = await db.all<Reviewed>(sql`select a.id as admissionId, ${prospects.id} as prospectId,
      ${prospects.displayName} as name, a.status,
      (select performed_by from ${prospectHistory} where prospect_id = ${prospects.id}
        and action in ('assigned', 'status') order by id desc limit 1) as lastBy
    from ${admissions} a cross join ${prospects} on ${prospects.id} = ${keptProspect(sql`a.prospect_id`)}
    where ${which} and a.organization_id = ${actor.organizationId} and ${visibleById(actor)}`);
  if (!found) throw errors.not_found();
  return found;
}

const noteAnswered = ({ db }: MemberContext, { id }: Pick<AdmissionRow, "id">, now: Date) =>
  db.update(admissions).set({ answeredAt: now.toISOString() }).where(sql`id = ${id} and answered_at is null`);

/** The guard that no other officer has written to an applicant since a message. */
function guardUnanswered({ db, actor }: MemberContext, id: number, after: number): Guard {
  const since = sql`from ${admissionMessages} m left join ${users} u on u.id = m.author_id
    where m.admission_id = ${id} and m.id > ${after} and not m.is_theirs and m.author_id is not ${actor.userId}`;
  return guard(sql`not exists (select 1 ${since})`, async () => {
    const [found] = await db.all<{ by: string | null }>(
      sql`select u.display_name as "by" ${since} order by m.id desc limit 1`,
    );
    return joiningErrors.already_answered({ by: found?.by ?? "?" });
  });
}
