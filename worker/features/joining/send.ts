import { type SQL, sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { addDays, dayOf, dayText } from "../../lib/days.ts";
import { readBatch, type Statement } from "../../lib/db/client.ts";
import { AppError, errors } from "../../lib/errors.ts";
import { Changed, type Guard, guard, retrying, write } from "../../lib/guard.ts";
import { withinHour } from "../auth/index.ts";
import { guardSentFew, validate } from "../forms/index.ts";
import { planApplied, selectProved } from "../prospects/index.ts";
import { sourceOf } from "../referrals/index.ts";
import { guardUnblocked } from "./blocks.ts";
import { officersOf, staleError, storeDraft } from "./change.ts";
import { tellThread } from "./joining.announcements.ts";
import { newestOfUser, selectAdmissions, toAdmission } from "./joining.rows.ts";
import { type Admission, type Answers, NETWORK_MOST, OPEN_MOST, type SendInput } from "./joining.schema.ts";
import { admissions } from "./joining.table.ts";
import { joiningAudit, joiningErrors, joiningNotices } from "./joining.texts.ts";
import { handlesOf, type Own, ownStatements, toOwn, withVerified } from "./own.ts";
import { dayIsFull, refusalOf, tooManyOpen } from "./refusals.ts";

/**
 * Sends the caller's application: they become a prospect at intro, or their proved prospect is joined. A second press answers
 * what the first one sent. Where something keeps it from being sent, what was typed is stored as the draft.
 * @param network of the visitor
 * @throws AppError invalid_input, stale_version, as `refusalOf`, applications_network, applications_often, applications_open,
 *   applicant_unclear
 */
export const sendOwn = (context: MemberContext, input: SendInput, network: string): Promise<Admission> =>
  retrying(async () => {
    const { db, actor, language } = context;
    const [applying, admission, version, live, proved] = await readBatch(db, [
      ...ownStatements(context),
      selectProved(db, actor.userId),
    ]);
    const own = toOwn(context, [applying, admission, version, live]);
    const { me, row, open, newest } = own;
    if (row?.status === "sent" && input.version === row.version - 1) return toAdmission(row, me.purgeDays);
    if (row?.status === "sent" || input.version !== (open?.version ?? 0)) throw staleError(own);
    const content = open ? own.content : newest?.content;
    const number = open?.formNumber ?? newest?.number;
    if (!content || number === undefined) throw joiningErrors.door_closed();
    try {
      const refusal =
        refusalOf(context, own) ??
        (me.open > OPEN_MOST || (!open && me.open === OPEN_MOST) ? tooManyOpen() : undefined);
      if (refusal) throw refusal;
      const answers = validate(content, input.answers, { complete: true, language });
      const steps = planSending(context, own, { ...input, answers, number, network, proved });
      const results = await write(db, steps, { "prospects.": changed(), admissions: changed() });
      const [sent] = results.at(-1) as [typeof admissions.$inferSelect];
      return toAdmission(sent, me.purgeDays);
    } catch (error) {
      if (isKept(error)) await write(db, storeDraft(context, own, input.answers, number));
      throw error;
    }
  });

const changed = () => new Changed(errors.stale_version({ name: "" }));

/** Whether what was typed is stored after a refusal: after those that end some day. */
const isKept = (error: unknown): boolean =>
  error instanceof AppError &&
  !(error instanceof Changed) &&
  [
    "account_too_young",
    "account_unknown",
    "server_first",
    "applications_full",
    "applications_network",
    "applications_often",
  ].includes(error.code);

type Sending = {
  answers: Answers;
  number: number;
  network: string;
  by?: string | null;
  proved: Parameters<typeof planApplied>[2];
};

function planSending(context: MemberContext, own: Own, sending: Sending): (Guard | Statement)[] {
  const { db, actor, now, language } = context;
  const { me, open, newest } = own;
  const { by = null, number, network, proved } = sending;
  const answers = withVerified(sending.answers, me.verifiedHandle);
  const [typedHandle = null] = handlesOf(answers);
  const { organizationId, userId } = actor;
  const at = now.toISOString();
  const today = dayOf(now);
  const tomorrow = dayText(addDays(today, 1), language);
  const person = { ...me, userId, isInServer: me.isInServer === 1, typedHandle };
  const applied = planApplied(
    context,
    { ...person, source: by === null ? null : sourceOf(organizationId, by) },
    proved,
    changed(),
  );
  const numbers = sql`select max(number_of_day) from ${admissions}
    where organization_id = ${organizationId} and sent_on = ${today}`;
  const values = {
    status: "sent" as const,
    prospectId: applied.id,
    answers,
    byCode: by,
    ...{ sentAt: at, sentOn: today, updatedAt: at },
    numberOfDay: sql`coalesce((${numbers}), 0) + 1`,
  };
  const entity = { id: applied.id, name: applied.name };
  return [
    guard(isUnsent(own, userId), changed()),
    guardUnblocked(context, answers),
    guard(sql`coalesce((${numbers}), 0) < ${me.aDay}`, dayIsFull(now, tomorrow)),
    guardSentFew(
      context,
      sql`select sent_on as at from ${admissions} where user_id = ${userId} and sent_on is not null order by sent_on desc`,
    ),
    ...withinHour(context, { kind: "application", from: network, most: NETWORK_MOST }, (retryAfterSeconds) =>
      joiningErrors.applications_network(
        { minutes: Math.ceil(retryAfterSeconds / 60) },
        { retryAfterSeconds },
      ),
    ),
    ...applied.steps,
    open
      ? db
          .update(admissions)
          .set({ ...values, version: open.version + 1 })
          .where(sql`id = ${open.id}`)
      : db.insert(admissions).values({
          ...values,
          ...{ organizationId, userId, formId: newest?.id ?? 0, formNumber: number },
          ...{ corrections: {}, keptFrom: at, createdAt: at },
        }),
    ...joiningNotices.write(
      context,
      officersOf(actor),
      "application.new",
      sql`json_object('id', ${applied.id}, 'name', ${applied.name})`,
    ),
    joiningAudit.write(context, { action: "admission.sent", entity }),
    tellThread(context, sql`select ${newestOfUser(userId)} as id`),
    selectAdmissions(db, sql`${admissions.id} = ${newestOfUser(userId)}`),
  ];
}

/** SQL condition: the draft that was read is still what it was, and is not sent. */
const isUnsent = ({ open }: Own, userId: number): SQL =>
  open
    ? sql`(select version from ${admissions} where id = ${open.id} and status = 'draft') = ${open.version}`
    : sql`not exists (select 1 from ${admissions} where user_id = ${userId} and status in ('draft', 'sent'))`;
