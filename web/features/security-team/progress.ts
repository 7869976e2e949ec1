import type { ApplicationDetails } from "../../../worker/features/security-team/security-team.schema.ts";

type Progress = Pick<ApplicationDetails, "application" | "hold" | "steps" | "trial">;
type Step = "sent" | "question" | "reviews" | "decision" | "trial";

/** The steps of an application with the time at which each was done, and which one it is at. */
export function progressOf({ application, hold, steps, trial }: Progress) {
  const { status, createdAt, decidedAt } = application;
  const lastOf = (...kinds: string[]) => steps.findLast(({ kind }) => kinds.includes(kind))?.at ?? null;
  const wasAsked = lastOf("held") !== null;
  const shown: { key: Step; at: string | null }[] = [
    { key: "sent", at: createdAt },
    ...(wasAsked ? [{ key: "question" as const, at: hold ? null : lastOf("resumed") }] : []),
    { key: "reviews", at: decidedAt },
    { key: "decision", at: decidedAt },
    { key: "trial", at: lastOf("confirmed", "ended") },
  ];
  const isInTeam = status === "accepted" && (trial !== null || lastOf("confirmed", "ended") !== null);
  const at: Step = isInTeam ? "trial" : status !== "pending" ? "decision" : hold ? "question" : "reviews";
  return { steps: shown, current: shown.findIndex(({ key }) => key === at) };
}
