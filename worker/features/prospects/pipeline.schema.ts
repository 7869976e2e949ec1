// The pipeline without the shapes of its calls, so that pages which only show prospects load no zod.

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

/** The stages at which prospects are worked on. */
export const OPEN_STAGES = ["intro", "onboarding"] as const satisfies readonly Stage[];
export const isOpenStage = (stage: Stage): boolean => (OPEN_STAGES as readonly Stage[]).includes(stage);
/** Stages of a list: one, or all open ones. */
export const STAGE_FILTERS = ["open", ...STAGE_NAMES] as const;
export type StageFilter = (typeof STAGE_FILTERS)[number];

/** Why a prospect left the pipeline before becoming active. */
export const WITHDRAW_OUTCOMES = ["withdrawn", "declined"] as const;
export type WithdrawOutcome = (typeof WITHDRAW_OUTCOMES)[number];

/** The statuses that each status can be changed to. */
export const TRANSITIONS: Record<ProspectStatus, readonly ProspectStatus[]> = {
  intro: ["intro_completed", "assigned_onboarding", "onboarding", "inactive"],
  intro_completed: ["assigned_onboarding", "onboarding", "inactive"],
  assigned_onboarding: ["onboarding", "inactive"],
  onboarding: ["active", "inactive"],
  active: ["inactive", "onboarding"],
  inactive: ["active", "onboarding", "intro"],
};

/** Statuses that a prospect needs an assignee for. */
export const needsAssignee = (to: ProspectStatus) => to === "assigned_onboarding" || to === "onboarding";

/** Whether a prospect leaves the pipeline before becoming active; such a move has an outcome. */
export const isWithdrawal = (from: ProspectStatus, to: ProspectStatus) =>
  to === "inactive" && from !== "active";

/**
 * Whether a move needs a reason: a withdrawal, going back, and making a member of a prospect who left the pipeline before
 * becoming one. A former member is activated again without.
 */
export function needsReason(
  { status, memberId }: { status: ProspectStatus; memberId: number | null },
  to: ProspectStatus,
): boolean {
  if (status === "inactive") return to !== "active" || memberId === null;
  return isWithdrawal(status, to) || (status === "active" && to === "onboarding");
}

/** A deadline this close, or past, is urgent. */
export const URGENT_HOURS = 24;

export const DEADLINE_FILTERS = ["overdue", "soon", "set", "none"] as const;

/** The figures, each with the filters of the list that it links to: a figure equals the number of prospects in that list. */
export const FIGURES = {
  /** A task is a prospect at an open stage with an assignee and a deadline. */
  tasks: { stage: "open", deadline: "set" },
  overdue: { stage: "open", deadline: "overdue" },
  dueSoon: { stage: "open", deadline: "soon" },
  withoutDeadline: { stage: "open", deadline: "none" },
  /** With an assignee: tasks, and those without a deadline. */
  open: { stage: "open" },
  /** Open without an assignee. */
  unassigned: { stage: "open", assignedTo: "none" },
  activeInDiscord: { status: "active", inDiscord: "1" },
} as const;

/** Most characters of a search, minutes of a logged entry, and prospects of a bulk change. */
export const SEARCH_LENGTH = 48;
export const MOST_MINUTES = 24 * 60;
export const BULK_LIMIT = 100;
