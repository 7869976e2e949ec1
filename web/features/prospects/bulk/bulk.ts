import type {
  BulkAnswer,
  Prospect,
  ProspectStatus,
} from "../../../../worker/features/prospects/prospects.schema.ts";
import { MOVE_KINDS, MOVES } from "../steps/moves.ts";

/** Most prospects that one change takes. */
export const BULK_MOST = 200;

/** Where a selection can be moved, in the order of the pipeline. */
export const BULK_TARGETS = [
  "intro_completed",
  "assigned_onboarding",
  "onboarding",
  "active",
  "inactive",
] as const satisfies readonly ProspectStatus[];
export type BulkTarget = (typeof BULK_TARGETS)[number];

export type BulkNeeds = {
  /** How many of the selection can go there. */
  able: number;
  /** Somebody among them has nobody responsible, and has to have. */
  assignee: boolean;
  reason: boolean;
  outcome: boolean;
};

type Subject = Pick<Prospect, "status" | "assignedTo" | "can">;

/** What moving a selection to a status needs; those who cannot go there are not counted. */
export function bulkNeeds(selection: readonly Subject[], to: BulkTarget): BulkNeeds {
  const able = selection.filter((each) => each.can.moveTo.includes(to));
  const moves = able.flatMap((each) =>
    MOVE_KINDS.map((kind) => MOVES[kind]).filter(
      (move) => move.to === to && (move.from as readonly ProspectStatus[]).includes(each.status),
    ),
  );
  const responsible = to === "assigned_onboarding" || to === "onboarding";
  return {
    able: able.length,
    assignee: responsible && able.some((each) => each.assignedTo === null),
    reason: moves.some((move) => move.reason),
    outcome: moves.some((move) => move.outcome),
  };
}

/** Why prospects were skipped, each reason once with the names it holds for; the commonest first. */
export function skippedReasons(
  skipped: BulkAnswer["skipped"],
): { detail: string; names: (string | null)[] }[] {
  const reasons = new Map<string, (string | null)[]>();
  for (const { detail, name } of skipped) reasons.set(detail, [...(reasons.get(detail) ?? []), name]);
  return [...reasons]
    .map(([detail, names]) => ({ detail, names }))
    .sort((a, b) => b.names.length - a.names.length);
}
