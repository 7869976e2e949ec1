import type { ApplicationDetails } from "../../../worker/features/security-team/security-team.schema.ts";

type Progress = Pick<ApplicationDetails, "application" | "hold" | "steps" | "trial"> & {
  staff?: Pick<NonNullable<ApplicationDetails["staff"]>, "decision" | "isDisputed" | "reviews"> | null;
};
type Step = "sent" | "question" | "reviews" | "third" | "decision" | "trial";

/** The steps of an application with the time at which each was done, and which one it is at; reviewers see the third review. */
export function progressOf({ application, hold, steps, trial, staff }: Progress) {
  const { status, createdAt, decidedAt } = application;
  const lastOf = (...kinds: string[]) => steps.findLast(({ kind }) => kinds.includes(kind))?.at ?? null;
  const reviews = staff?.isDisputed ? "third" : "reviews";
  const wasAsked = lastOf("held") !== null;
  const shown: { key: Step; at: string | null }[] = [
    { key: "sent", at: createdAt },
    ...(wasAsked ? [{ key: "question" as const, at: hold ? null : lastOf("resumed") }] : []),
    { key: reviews, at: decidedAt ?? (staff?.decision ? (staff.reviews.at(-1)?.sentAt ?? null) : null) },
    { key: "decision", at: decidedAt },
    { key: "trial", at: lastOf("confirmed", "ended") },
  ];
  const isInTeam = status === "accepted" && (trial !== null || lastOf("confirmed", "ended") !== null);
  const isReviewed = status !== "pending" || Boolean(staff?.decision && !hold);
  const at: Step = isInTeam ? "trial" : isReviewed ? "decision" : hold ? "question" : reviews;
  return { steps: shown, current: shown.findIndex(({ key }) => key === at) };
}
