import {
  isWithdrawal,
  needsAssignee,
  needsReason,
  type ProspectStatus,
  type Stage,
  stageOf,
} from "../../../../worker/features/prospects/pipeline.schema.ts";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";

/**
 * What the step from one status to another is called, the natural next one first. Completing the intro without an assignee
 * is the same step as with one.
 */
const STEPS = {
  intro: { onboarding: "complete_intro", assigned_onboarding: "queue_onboarding", inactive: "withdraw" },
  intro_completed: {
    onboarding: "begin_onboarding",
    assigned_onboarding: "queue_onboarding",
    inactive: "withdraw",
  },
  assigned_onboarding: { onboarding: "start_onboarding", inactive: "withdraw" },
  onboarding: { active: "make_active", inactive: "withdraw" },
  active: { onboarding: "send_back", inactive: "make_inactive" },
  inactive: { active: "activate", onboarding: "send_back" },
} as const satisfies Record<ProspectStatus, Partial<Record<ProspectStatus, string>>>;

type NamesIn<Each> = Each extends unknown ? Each[keyof Each] : never;
export type MoveKind = NamesIn<(typeof STEPS)[ProspectStatus]>;

/** A step from a prospect's status. */
export type Move = {
  kind: MoveKind;
  to: ProspectStatus;
  /** Why it cannot be taken: the reader's role, or that the prospect's role is as high as the reader's. */
  blocked: "no_permission" | "outranked" | null;
  /** Whether it has an assignee, and whether one is needed. */
  assignee: "needed" | "optional" | null;
  /** Whether a reason is needed; a comment can be given with every step. */
  reason: boolean;
  outcome: boolean;
};

type Subject = Pick<Prospect, "status" | "can">;

/** The steps that lead on from a prospect's status, the natural next one first. What is blocked, the record says. */
export function movesOf({ status, can }: Subject): Move[] {
  return (Object.entries(STEPS[status]) as [ProspectStatus, MoveKind][]).map(([to, kind]) => ({
    kind,
    to,
    blocked: can.moveTo.includes(to) ? null : can.update ? "outranked" : "no_permission",
    assignee: needsAssignee(to) ? (kind === "complete_intro" ? "optional" : "needed") : null,
    reason: needsReason(status, to),
    outcome: isWithdrawal(status, to),
  }));
}

/** What dropping a prospect on a stage means; `none` on the one that it came from. */
export function dropOn(prospect: Subject, stage: Stage) {
  if (stageOf(prospect.status) === stage) return { kind: "none" } as const;
  const move = movesOf(prospect).find(({ kind, to }) => kind !== "queue_onboarding" && stageOf(to) === stage);
  if (move && !move.blocked) return { kind: "move", move } as const;
  return { kind: "refused", because: move?.blocked ?? "illegal" } as const;
}

/** Whether a step can be taken without asking anything. */
export const isImmediate = ({ kind }: Pick<Move, "kind">, prospect: Pick<Prospect, "assignedTo">): boolean =>
  kind === "start_onboarding" && prospect.assignedTo !== null;
