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

export type CardName = "overdue" | "active" | "members" | "bots";

/** The cards that the reader's permissions cover, in their order. */
export function cardsOf(stats: DashboardStats): CardName[] {
  const cards: CardName[] = [];
  if (stats.overdueTasks !== null) cards.push("overdue");
  if (stats.activeProspects !== null) cards.push("active");
  cards.push("members");
  if (stats.bots) cards.push("bots");
  return cards;
}
