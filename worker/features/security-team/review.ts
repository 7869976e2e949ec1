import { sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { holdersOf } from "../members/index.ts";
import { type DetailsPlan, type DetailsRow, editDetails } from "./details.ts";
import { openReview, type ReviewRow, sealReview } from "./seal.ts";
import { assertReviewable, takesReview, toStanding } from "./security-team.policy.ts";
import { type ApplicationDetails, REVIEWS, type ReviewInput, type Verdict } from "./security-team.schema.ts";
import { securityReviews } from "./security-team.table.ts";
import { securityAudit, securityErrors, securityNotices } from "./security-team.texts.ts";

/**
 * Stores the actor's review of an application. The first one is sealed and changes nothing that other users can read; the
 * second opens both, with their audit entry.
 * @throws AppError not_found, application_self, forbidden, application_decided, security_reviewed, security_reviews_in
 */
export const reviewApplication = (
  context: MemberContext,
  { id, ...input }: ById<ReviewInput>,
): Promise<ApplicationDetails> =>
  editDetails(context, id, undefined, async (row) => {
    assertReviewable(context, row);
    const { db, actor, now } = context;
    const standing = toStanding(row.standing);
    if (standing.isReviewed) throw securityErrors.security_reviewed();
    if (!takesReview(standing)) throw securityErrors.security_reviews_in();
    const opened = await Promise.all(row.reviews.map((each) => openReview(context, each)));
    const others = opened.filter(({ verdict }) => verdict !== null);
    const words = { ...input, sentAt: now.toISOString() };
    const isFirst = others.length === 0;
    const own = isFirst ? { sealed: await sealReview(context, id, words) } : words;
    const plan: DetailsPlan = {
      unchanged: [
        sql`(select count(*) from ${securityReviews} where application_id = ${id}) = ${row.reviews.length}`,
      ],
      audit: [],
      writeAfter: [
        ...opened.flatMap((each, at) => unseal(context, each, row.reviews[at]?.sealed != null)),
        db.insert(securityReviews).values({
          id: numberOf(id, row.reviews),
          ...{ applicationId: id, organizationId: actor.organizationId, reviewerId: actor.userId },
          ...own,
        }),
      ],
    };
    return isFirst
      ? plan
      : completed(context, row, plan, [...others.map(({ verdict }) => verdict), input.verdict]);
  });

/**
 * The id of an application's next review, counted within the application above SQLite's earlier ids: none is reused when an
 * application is withdrawn, and no gap in a backup reveals a sealed one.
 */
const numberOf = (applicationId: number, reviews: readonly ReviewRow[]): number =>
  Math.max(2 ** 32 + 1_000 * applicationId, ...reviews.map(({ id }) => id + 1));

/** The statements that move a sealed review to plain columns; one that cannot be decrypted any more is deleted. */
function unseal(
  { db }: MemberContext,
  { id, verdict, text, sentAt }: ReviewRow,
  wasSealed: boolean,
): Statement[] {
  if (!wasSealed) return [];
  return verdict === null
    ? [db.run(sql`delete from ${securityReviews} where id = ${id}`)]
    : [
        db.run(sql`update ${securityReviews} set sealed = null, verdict = ${verdict}, text = ${text}, sent_at = ${sentAt}
          where id = ${id}`),
      ];
}

/** The entries and notices of a review that opens others. */
function completed(
  context: MemberContext,
  row: DetailsRow,
  plan: DetailsPlan,
  verdicts: readonly (Verdict | null)[],
): DetailsPlan {
  const { id, userId, applicantName, reviews } = row;
  const subject = { id, name: applicantName };
  const declining = verdicts.filter((each) => each === "decline").length;
  const isDecided = Math.max(declining, verdicts.length - declining) >= REVIEWS;
  const other = reviews.length === 1 ? (reviews[0]?.name ?? null) : null;
  const reviewers = holdersOf(context.actor, "security.review", userId);
  return {
    ...plan,
    // Raises the version, since the possible actions on the application have changed.
    set: {},
    notices: isDecided
      ? [securityNotices.entry(reviewers, "security.ready", { id, applicant: applicantName })]
      : [],
    writeAfter: [
      ...(plan.writeAfter ?? []),
      securityAudit.write(context, { action: "security.reviewed", entity: subject, details: { other } }),
    ],
  };
}
