import {
  isWithdrawal,
  needsAssignee,
  needsReason,
  PROSPECT_STATUSES,
  type ProspectStatus,
  TRANSITIONS,
} from "../../../../worker/features/prospects/pipeline.schema.ts";
import type { BulkAnswer, Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";

/** Where a selection can be moved, in the order of the pipeline. */
export const BULK_TARGETS = PROSPECT_STATUSES.filter((status) =>
  Object.values(TRANSITIONS).some((targets) => targets.includes(status)),
);

type Choosable = Pick<Prospect, "status" | "assignedTo" | "can">;

/** What moving a selection to a status needs, by those `able` to go there: their number, and whether one has no assignee. */
export function bulkNeeds(selection: readonly Choosable[], to: ProspectStatus) {
  const able = selection.filter(({ can }) => can.moveTo.includes(to));
  return {
    able: able.length,
    assignee: needsAssignee(to) && able.some(({ assignedTo }) => assignedTo === null),
    reason: able.some(({ status }) => needsReason(status, to)),
    outcome: able.some(({ status }) => isWithdrawal(status, to)),
  };
}

/** Why prospects were skipped, each reason once with the names it holds for; the commonest first. */
export function skippedReasons(skipped: BulkAnswer["skipped"]) {
  const reasons = Map.groupBy(skipped, ({ detail }) => detail);
  return [...reasons]
    .map(([detail, each]) => ({ detail, names: each.map(({ name }) => name) }))
    .sort((a, b) => b.names.length - a.names.length);
}
