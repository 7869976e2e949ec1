import type { ProspectStatus } from "../../../worker/features/prospects/pipeline.schema.ts";

/** The five counters of the pipeline, each with its status. */
export const COUNTERS = [
  { name: "new", status: "intro" },
  { name: "contacted", status: "intro_completed" },
  { name: "interview", status: "assigned_onboarding" },
  { name: "background", status: "onboarding" },
  { name: "approved", status: "active" },
] as const satisfies readonly { name: string; status: ProspectStatus }[];

/** The longest bar of an open stage, so that only the last one can look complete. */
const LONGEST = 0.8;

/** Lengths of bars from 0 to 1. Open stages are compared; active members, who are many more, have a full bar from one on. */
export function barLengths(counts: Record<ProspectStatus, number>): Partial<Record<ProspectStatus, number>> {
  const open = COUNTERS.filter(({ status }) => status !== "active");
  const most = Math.max(1, ...open.map(({ status }) => counts[status]));
  const lengths = open.map(({ status }) => [status, (counts[status] / most) * LONGEST]);
  return { ...Object.fromEntries(lengths), active: counts.active > 0 ? 1 : 0 };
}
