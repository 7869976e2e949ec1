import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import type { Context, MemberContext } from "../../lib/context.ts";
import { applicationErrors, assertPending, contractApplications, reviews } from "../applications/index.ts";
import { type ApplicationDetails, MOST_REVIEWS, REVIEWS } from "./security-team.schema.ts";
import { securityReviews } from "./security-team.table.ts";

type Acting = Pick<Context, "actor">;
type Application = {
  userId: number;
  status: "pending" | "accepted" | "declined" | "withdrawn";
  experience: string;
};

/** The result of reviews: their number, the majority once it is settled, and whether the reader wrote one. */
export type Standing = {
  count: number;
  decision: "accept" | "decline" | null;
  isDisputed: boolean;
  isReviewed: boolean;
};

/** Whether the actor is a reviewer of an application; of their own they are the applicant. */
export const isStaff = ({ actor }: Acting, { userId }: { userId: number }): boolean =>
  reviews(actor) && userId !== actor.userId;

/** Refuses the applicant: only reviewers see others' applications. @throws AppError application_self */
export function assertStaff({ actor }: Acting, { userId }: { userId: number }): void {
  if (userId === actor.userId) throw applicationErrors.application_self();
}

/** Refuses reviewers acts on a decided application. @throws AppError as `assertStaff`, application_decided */
export function assertReviewable(context: MemberContext, row: Application): void {
  assertStaff(context, row);
  assertPending(context, row);
}

/** SQL value: the reviews of the application of a row, as JSON for `toStanding`; of a sealed one only the author. */
export const standingOf = (actor: Actor): SQL<string> =>
  sql`(select json_array(count(*), total(verdict <> 'decline'), total(verdict = 'decline'),
      total(reviewer_id = ${actor.userId})) from ${securityReviews}
    where application_id = ${contractApplications.id})`;

export function toStanding(stored: string): Standing {
  const [count, accepting, declining, own] = JSON.parse(stored) as [number, number, number, number];
  const decision = accepting >= REVIEWS ? "accept" : declining >= REVIEWS ? "decline" : null;
  return { count, decision, isDisputed: count >= REVIEWS && decision === null, isReviewed: own > 0 };
}

/** Whether another review is possible, without revealing whether one of the first two exists. */
export const takesReview = ({ count, isDisputed }: Standing): boolean =>
  count < REVIEWS || (isDisputed && count < MOST_REVIEWS);

/** The actor's abilities on an application that they see. */
export function abilities(context: Acting, row: Application, standing: Standing): ApplicationDetails["can"] {
  const isPending = row.status === "pending";
  const staff = isStaff(context, row);
  const isOwn = row.userId === context.actor.userId;
  return {
    review: staff && isPending && takesReview(standing) && !standing.isReviewed,
    decide: staff && isPending && standing.decision !== null,
    hold: staff && isPending,
    write: (staff || isOwn) && isPending,
    note: staff && row.experience !== "",
    delete: !isOwn && context.actor.permissions.has("admin.system"),
    withdraw: isOwn && isPending,
  };
}
