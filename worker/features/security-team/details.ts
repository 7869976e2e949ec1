import { sql } from "drizzle-orm";
import type { ById, Context, MemberContext } from "../../lib/context.ts";
import { addDays, dayOf } from "../../lib/days.ts";
import { readBatch } from "../../lib/db/client.ts";
import { AppError, errors } from "../../lib/errors.ts";
import { write } from "../../lib/guard.ts";
import { detailedRecord, toApplication } from "../applications/index.ts";
import { users } from "../users/index.ts";
import { type MessageRow, selectMessages, toMessage } from "./messages.rows.ts";
import { applicantOf, flagsOf, personOf, type Row, selectApplications } from "./rows.ts";
import { openReview, type ReviewRow } from "./seal.ts";
import { abilities, isStaff, toStanding } from "./security-team.policy.ts";
import {
  ANSWER_DAYS,
  type ApplicationDetails,
  applicationDetails,
  PURGE_DAYS,
  REVIEWS,
} from "./security-team.schema.ts";
import { securityLooks, securityMessages, securityReviews } from "./security-team.table.ts";
import { noteLook } from "./state.ts";

/** An application with its thread, notes and reviews. */
export type DetailsRow = Row & { messages: MessageRow[]; reviews: ReviewRow[] };

/** The day on which a declined application loses its answers. */
export const purgedOn = ({ status, decidedAt }: Row): string | null =>
  status === "declined" && decidedAt ? addDays(decidedAt.slice(0, 10), PURGE_DAYS) : null;

function toReview(row: ReviewRow, { actor }: Pick<Context, "actor">) {
  const { userId, verdict, text, sentAt } = row;
  if (verdict === null || text === null || sentAt === null) return [];
  const reviewer = userId === null ? null : personOf({ ...row, userId });
  return [{ reviewer, verdict, text, sentAt, isOwn: userId === actor.userId }];
}

/** The part for reviewers, without their own review while it is sealed (see `withOwnReview`). */
function staffOf(row: DetailsRow, context: Context): ApplicationDetails["staff"] {
  if (!isStaff(context, row)) return null;
  const { decision, isDisputed } = toStanding(row.standing);
  return {
    ...{ decision, isDisputed, roleName: row.roleName, since: row.joinedAt?.slice(0, 10) ?? null },
    flags: flagsOf(row),
    notes: row.messages.filter(({ isNote }) => isNote).map((each) => toMessage(each, context)),
    reviews: row.reviews.length < REVIEWS ? [] : row.reviews.flatMap((each) => toReview(each, context)),
  };
}

/** The details with stored reviews, for `withOwnReview` alone: no schema has them. */
type Stored = ApplicationDetails & { stored?: ReviewRow[] };

function toDetails(row: DetailsRow, context: Context): Stored {
  const {
    status,
    createdAt,
    decidedAt,
    updatedAt,
    message: words,
    trialId,
    trialVersion,
    from,
    endsOn,
  } = row;
  const isTrial = trialId !== null && row.outcome === null;
  const steps: ApplicationDetails["steps"] = [
    { kind: "sent", at: createdAt, words: null },
    ...(row.steps ?? []),
    ...(decidedAt === null ? [] : [{ kind: "decided" as const, at: decidedAt, words }]),
    ...(status === "withdrawn" ? [{ kind: "withdrawn" as const, at: updatedAt, words: null }] : []),
  ];
  return {
    application: toApplication(row, context, true),
    hold: isHeld(row) ? { reason: row.holdReason ?? "", at: row.heldAt ?? "" } : null,
    expectedBy: addDays(createdAt.slice(0, 10), ANSWER_DAYS),
    thread: row.messages.filter(({ isNote }) => !isNote).map((each) => toMessage(each, context)),
    steps: steps.toSorted((a, b) => a.at.localeCompare(b.at)),
    trial: isTrial
      ? {
          ...{ id: trialId, member: applicantOf(row), from: from ?? "", endsOn: endsOn ?? "" },
          ...{ version: trialVersion ?? 0, can: { decide: isStaff(context, row) } },
        }
      : null,
    purgedOn: purgedOn(row),
    staff: staffOf(row, context),
    can: abilities(context, row, toStanding(row.standing)),
    stored: row.reviews,
  };
}

/** Whether an application waits for an answer of its applicant. */
export const isHeld = ({ status, heldAt }: Row): boolean => status === "pending" && heldAt !== null;

/** Applications for the team with all data about them that their reader may see. */
export const detailsRecord = detailedRecord({
  select: selectApplications,
  parts: (context, id) => [
    selectMessages(context, sql`${securityMessages.applicationId} = ${id}`).orderBy(securityMessages.id),
    context.db.all<ReviewRow>(sql`select r.id, r.application_id as applicationId, r.reviewer_id as userId, r.sealed,
        r.verdict, r.text, r.sent_at as sentAt, u.display_name as name, u.discord_id as discordId, u.avatar
      from ${securityReviews} r left join ${users} u on u.id = r.reviewer_id where r.application_id = ${id} order by r.id`),
  ],
  join: (read: Row, [messages, reviews]): DetailsRow => ({
    ...read,
    messages: messages as MessageRow[],
    reviews: reviews as ReviewRow[],
  }),
  answers: applicationDetails,
  present: (row: DetailsRow, context: Context): ApplicationDetails => toDetails(row, context),
});

/** The details with the reader's own review, which is sealed while it is the only one. */
async function withOwnReview(context: Context, details: ApplicationDetails): Promise<ApplicationDetails> {
  const { stored = [] } = details as Stored;
  const [own] = stored.filter(({ userId, sealed }) => sealed !== null && userId === context.actor.userId);
  if (!own || !details.staff || stored.length >= REVIEWS) return details;
  return {
    ...details,
    staff: { ...details.staff, reviews: toReview(await openReview(context, own), context) },
  };
}

/** An application for the team, for its applicant and for reviewers, whose reading is recorded. @throws AppError not_found */
export async function getDetails(context: MemberContext, { id }: ById): Promise<ApplicationDetails> {
  const reading = detailsRecord.reading(context, id);
  const { db, actor, now } = context;
  const looked = db.all<{ day: string }>(sql`select day from ${securityLooks}
    where application_id = ${id} and user_id = ${actor.userId}`);
  const results: unknown[] = await readBatch(db, [...reading, looked] as const);
  const row = detailsRecord.rowOf(results);
  if (!row) throw errors.not_found();
  const [look] = results[reading.length] as { day: string }[];
  if (isStaff(context, row) && look?.day !== dayOf(now)) await write(db, noteLook(context, id));
  return withOwnReview(context, detailsRecord.present(row, context));
}

/** Edits an application as `record` does; answers in the response, also of a refusal, count as read. */
export async function editDetails(
  context: MemberContext,
  id: number,
  version: number | undefined,
  make: Parameters<typeof detailsRecord.edit>[3],
): Promise<ApplicationDetails> {
  const look = noteLook(context, id);
  const details = await detailsRecord
    .edit(context, id, version, async (row, more) => {
      const plan = await make(row, more);
      if (!plan) await write(context.db, look);
      return plan && { ...plan, writeAfter: [...(plan.writeAfter ?? []), ...look] };
    })
    .catch(async (error) => {
      if (error instanceof AppError && error.extra.current) await write(context.db, look);
      throw error;
    });
  return withOwnReview(context, details);
}

export type DetailsPlan = NonNullable<Awaited<ReturnType<Parameters<typeof detailsRecord.edit>[3]>>>;
