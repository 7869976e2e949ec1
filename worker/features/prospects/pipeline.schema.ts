// The pipeline without the shapes of its calls: pages that only show prospects load no zod.

export const PROSPECT_STATUSES = [
  "intro",
  "intro_completed",
  "assigned_onboarding",
  "onboarding",
  "active",
  "inactive",
] as const;
export type ProspectStatus = (typeof PROSPECT_STATUSES)[number];

/** The four tabs of the pipeline and the statuses each shows. */
export const STAGES = {
  intro: ["intro", "intro_completed"],
  onboarding: ["assigned_onboarding", "onboarding"],
  active: ["active"],
  inactive: ["inactive"],
} as const satisfies Record<string, readonly ProspectStatus[]>;
export type Stage = keyof typeof STAGES;
export const STAGE_NAMES = Object.keys(STAGES) as [Stage, ...Stage[]];
/** The tab that shows a status. */
export const stageOf = (status: ProspectStatus): Stage =>
  STAGE_NAMES.find((stage) => (STAGES[stage] as readonly ProspectStatus[]).includes(status)) ?? "intro";

/** Why a prospect left the pipeline before becoming active. */
export const WITHDRAW_OUTCOMES = ["withdrawn", "declined"] as const;
export type WithdrawOutcome = (typeof WITHDRAW_OUTCOMES)[number];

/** Where each status can go; anything else is refused naming both. */
export const TRANSITIONS: Record<ProspectStatus, readonly ProspectStatus[]> = {
  intro: ["intro_completed", "assigned_onboarding", "onboarding", "inactive"],
  intro_completed: ["assigned_onboarding", "onboarding", "inactive"],
  assigned_onboarding: ["onboarding", "inactive"],
  onboarding: ["active", "inactive"],
  active: ["inactive", "onboarding"],
  inactive: ["active", "onboarding"],
};

/** Statuses that a prospect needs an assignee for. */
export const needsAssignee = (to: ProspectStatus) => to === "assigned_onboarding" || to === "onboarding";

/** Whether a move takes a prospect out of the pipeline before it is finished; such a move has an outcome. */
export const isWithdrawal = (from: ProspectStatus, to: ProspectStatus) =>
  to === "inactive" && from !== "active";

/** Leaving the pipeline before it is finished, and going back to an earlier stage, both need a reason. */
export const needsReason = (from: ProspectStatus, to: ProspectStatus) =>
  isWithdrawal(from, to) || (to === "onboarding" && (from === "active" || from === "inactive"));

/** A deadline this close, or past, is urgent. */
export const URGENT_HOURS = 24;

export const DEADLINE_FILTERS = ["overdue", "soon", "set", "none"] as const;

/** Longest search. */
export const SEARCH_LENGTH = 48;

/** Most minutes that one entry logs. */
export const MOST_MINUTES = 24 * 60;

/** Most prospects that one bulk change takes. */
export const BULK_LIMIT = 100;
