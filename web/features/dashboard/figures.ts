import type { DashboardStats } from "../../../worker/features/dashboard/dashboard.schema.ts";
import type { ProspectStatus } from "../../../worker/features/prospects/prospects.schema.ts";

/** The five counters of the pipeline, each with the status it counts. */
export const COUNTERS = [
  { name: "new", status: "intro", stage: "intro" },
  { name: "contacted", status: "intro_completed", stage: "intro" },
  { name: "interview", status: "assigned_onboarding", stage: "onboarding" },
  { name: "background", status: "onboarding", stage: "onboarding" },
  { name: "approved", status: "active", stage: "active" },
] as const satisfies readonly { name: string; status: ProspectStatus; stage: string }[];

/** The longest bar of an open stage, so that only the finished can look complete. */
const LONGEST = 0.8;

/**
 * Lengths of the counters' bars from 0 to 1. The four open stages are compared with each other; those who
 * made it through are many more and would flatten them, so that bar is full as soon as it counts one.
 */
export function barLengths(counts: Record<ProspectStatus, number>): Partial<Record<ProspectStatus, number>> {
  const open = COUNTERS.filter((counter) => counter.status !== "active");
  const most = Math.max(1, ...open.map((counter) => counts[counter.status]));
  return {
    ...Object.fromEntries(open.map((counter) => [counter.status, (counts[counter.status] / most) * LONGEST])),
    active: counts.active > 0 ? 1 : 0,
  };
}

/** The cards in their order, each with its figure. */
const CARDS = {
  overdue: "overdueTasks",
  active: "activeProspects",
  members: "totalMembers",
  bots: "bots",
} as const satisfies Record<string, keyof DashboardStats>;
export type CardName = keyof typeof CARDS;

/** The cards that the reader's permissions cover, in their order. */
export const cardsOf = (stats: DashboardStats): CardName[] =>
  (Object.keys(CARDS) as CardName[]).filter((name) => stats[CARDS[name]] !== null);
