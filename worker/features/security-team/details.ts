import { sql } from "drizzle-orm";
import type { ById, Context, MemberContext } from "../../lib/context.ts";
import { addDays, dayOf } from "../../lib/days.ts";
import { readBatch } from "../../lib/db/client.ts";
import { AppError, errors } from "../../lib/errors.ts";
import { write } from "../../lib/guard.ts";
import {
  type ApplicationRow,
  contractApplications,
  detailedRecord,
  selectApplications,
  toApplication,
} from "../applications/index.ts";
import { users } from "../users/index.ts";
import { type Facts, flagsOf, personOf, selectFacts } from "./facts.ts";
import { noteLook, selectLook } from "./looks.ts";
import { type MessageRow, selectMessages, toMessage } from "./messages.rows.ts";
import { openReview, type ReviewRow } from "./seal.ts";
import { abilities, isStaff, toStanding } from "./security-team.policy.ts";
import {
  ANSWER_DAYS,
  type ApplicationDetails,
  applicationDetails,
  PURGE_DAYS,
  REVIEWS,
  type Trial,
} from "./security-team.schema.ts";
import { securityMessages, securityReviews } from "./security-team.table.ts";

export type DetailsRow = ApplicationRow & { facts: Facts; messages: MessageRow[]; reviews: ReviewRow[] };

const selectReviews = ({ db }: Context, id: unknown) =>
  db.all<ReviewRow>(sql`select r.id, r.application_id as applicationId, r.reviewer_id as userId, r.sealed, r.verdict, r.text,
      r.sent_at as sentAt, u.display_name as name, u.discord_id as discordId, u.avatar
    from ${securityReviews} r left join ${users} u on u.id = r.reviewer_id where r.application_id = ${id} order by r.id`);

const stepsOf = (row: DetailsRow): ApplicationDetails["steps"] => {
  const { createdAt, decidedAt, updatedAt, status, message: words, facts } = row;
  const noted = JSON.parse(facts.steps ?? "[]") as ApplicationDetails["steps"];
  return [
    { kind: "sent" as const, at: createdAt, words: null },
    ...noted,
    ...(decidedAt === null ? [] : [{ kind: "decided" as const, at: decidedAt, words }]),
    ...(status === "withdrawn" ? [{ kind: "withdrawn" as const, at: updatedAt, words: null }] : []),
  ].toSorted((a, b) => a.at.localeCompare(b.at));
};

/** The trial that an application led to, while it runs. */
export const trialOf = (context: Pick<Context, "actor">, facts: Facts): Trial | null =>
  facts.trialId === null || facts.outcome !== null
    ? null
    : {
        id: facts.trialId,
        member: personOf(facts),
        ...{ from: facts.fromDay, endsOn: facts.endsOn, version: facts.trialVersion },
        can: { decide: isStaff(context, facts) },
      };

export const purgedOn = ({ status, decidedAt }: Pick<Facts, "status" | "decidedAt">): string | null =>
  status === "declined" && decidedAt ? addDays(decidedAt.slice(0, 10), PURGE_DAYS) : null;

/** What reviewers read; their own review is left out while it is sealed (see `withOwnReview`). */
function staffOf(row: DetailsRow, context: Context): ApplicationDetails["staff"] {
  if (!isStaff(context, row)) return null;
  const { facts } = row;
  const { decision, isDisputed } = toStanding(facts.standing);
  return {
    ...{ decision, isDisputed },
    flags: flagsOf(facts),
    notes: row.messages.filter(({ isNote }) => isNote).map((each) => toMessage(each, context)),
    reviews: row.reviews.length < REVIEWS ? [] : row.reviews.flatMap((each) => toReview(each, context)),
    since: facts.joinedAt?.slice(0, 10) ?? null,
    roleName: facts.roleName,
  };
}

function toReview(row: ReviewRow, { actor }: Pick<Context, "actor">) {
  const { userId, verdict, text, sentAt } = row;
  if (verdict === null || text === null || sentAt === null) return [];
  const reviewer = userId === null ? null : personOf({ ...row, userId, name: row.name ?? "" });
  return [{ reviewer, verdict, text, sentAt, isOwn: userId === actor.userId }];
}

/** Reviews as they are stored, for `withOwnReview` alone: no schema names them. */
type Stored = ApplicationDetails & { stored?: ReviewRow[] };

function toDetails(row: DetailsRow, context: Context): Stored {
  const { facts, messages } = row;
  const isThread = ({ isNote }: MessageRow) => !isNote;
  return {
    application: toApplication(row, context, true),
    hold: facts.heldAt === null ? null : { reason: facts.holdReason ?? "", at: facts.heldAt },
    expectedBy: addDays(row.createdAt.slice(0, 10), ANSWER_DAYS),
    thread: messages.filter(isThread).map((each) => toMessage(each, context)),
    steps: stepsOf(row),
    trial: trialOf(context, facts),
    purgedOn: purgedOn(row),
    staff: staffOf(row, context),
    can: abilities(context, row, toStanding(facts.standing)),
    stored: row.reviews,
  };
}

/** Applications for the team with everything about them that their reader may see. */
export const detailsRecord = detailedRecord({
  select: (context: Context, which, isOwn) =>
    selectApplications(context, sql`${which} and ${contractApplications.kind} = 'security'`, isOwn),
  parts: (context, id) => [
    selectFacts(context, sql`and ${contractApplications.id} = ${id}`),
    selectMessages(context, sql`${securityMessages.applicationId} = ${id}`).orderBy(securityMessages.id),
    selectReviews(context, id),
  ],
  join: (read: ApplicationRow, [facts, messages, reviews]): DetailsRow => ({
    ...read,
    facts: (facts as Facts[])[0] as Facts,
    ...{ messages: messages as MessageRow[], reviews: reviews as ReviewRow[] },
  }),
  answers: applicationDetails,
  present: (row, context): ApplicationDetails => toDetails(row, context),
});

/** The details with the reader's own review, which is sealed while it is the only one. */
async function withOwnReview(context: Context, details: ApplicationDetails): Promise<ApplicationDetails> {
  const { stored = [] } = details as Stored;
  const [own] = stored.filter(({ userId, sealed }) => sealed !== null && userId === context.actor.userId);
  if (!own || !details.staff || stored.length >= REVIEWS) return details;
  const reviews = toReview(await openReview(context, own), context);
  return { ...details, staff: { ...details.staff, reviews } };
}

/** An application for the team: for its applicant and for reviewers, whose looks are noted. @throws AppError not_found */
export async function getDetails(context: MemberContext, { id }: ById): Promise<ApplicationDetails> {
  const reading = detailsRecord.reading(context, id);
  const results: unknown[] = await readBatch(context.db, [...reading, selectLook(context, id)] as const);
  const row = detailsRecord.rowOf(results);
  if (!row) throw errors.not_found();
  const [look] = results[reading.length] as { day: string }[];
  if (isStaff(context, row) && look?.day !== dayOf(context.now))
    await write(context.db, noteLook(context, id));
  return withOwnReview(context, detailsRecord.present(row, context));
}

/** Edits an application as `record` does; its answers in the answer, also of a refusal, count as looked at. */
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
      return plan && { ...plan, also: [...(plan.also ?? []), ...look] };
    })
    .catch(async (error) => {
      if (error instanceof AppError && error.extra.current) await write(context.db, look);
      throw error;
    });
  return withOwnReview(context, details);
}

export type DetailsPlan = NonNullable<Awaited<ReturnType<Parameters<typeof detailsRecord.edit>[3]>>>;
