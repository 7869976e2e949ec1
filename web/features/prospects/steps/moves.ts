import {
  isWithdrawal,
  needsAssignee,
  needsReason,
  type ProspectStatus,
  type Stage,
  stageOf,
  TRANSITIONS,
} from "../../../../worker/features/prospects/pipeline.schema.ts";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";

/** Steps along the pipeline as people speak of them, the natural next one first. */
const MOVE_KINDS = [
  "complete_intro",
  "begin_onboarding",
  "queue_onboarding",
  "start_onboarding",
  "make_active",
  "activate",
  "send_back",
  "make_inactive",
  "withdraw",
] as const;
export type MoveKind = (typeof MOVE_KINDS)[number];

/** What a step is called that leads to `onboarding`, by where it begins. */
const TO_ONBOARDING = {
  intro: "complete_intro",
  intro_completed: "begin_onboarding",
  assigned_onboarding: "start_onboarding",
  onboarding: null,
  active: "send_back",
  inactive: "send_back",
} as const satisfies Record<ProspectStatus, MoveKind | null>;

/** What the step between two statuses is called; null where it has no name of its own. */
function kindOf(from: ProspectStatus, to: ProspectStatus): MoveKind | null {
  if (to === "onboarding") return TO_ONBOARDING[from];
  if (to === "assigned_onboarding") return "queue_onboarding";
  if (to === "active") return from === "inactive" ? "activate" : "make_active";
  if (to === "inactive") return isWithdrawal(from, to) ? "withdraw" : "make_inactive";
  // Completing the intro without an assignee is the same step as with one.
  return null;
}

/** Why a step cannot be taken: the reader's role, or that the prospect's role is as high as the reader's. */
export type BlockedBy = "no_permission" | "outranked" | null;

/** A step from a prospect's status. */
export type Move = {
  kind: MoveKind;
  to: ProspectStatus;
  blocked: BlockedBy;
  /** Whether it has an assignee, and whether one is needed. */
  assignee: "needed" | "optional" | null;
  /** Whether a reason is needed; a comment can be given with every step. */
  reason: boolean;
  outcome: boolean;
};

type Subject = Pick<Prospect, "status" | "can">;

/** The steps that lead on from a prospect's status, the natural next one first. What is blocked, the record says. */
export function movesOf({ status, can }: Subject): Move[] {
  const moves = TRANSITIONS[status].flatMap((to): Move[] => {
    const kind = kindOf(status, to);
    if (!kind) return [];
    const blocked = can.moveTo.includes(to) ? null : can.update ? "outranked" : "no_permission";
    const assignee = needsAssignee(to) ? (kind === "complete_intro" ? "optional" : "needed") : null;
    return [
      { kind, to, blocked, assignee, reason: needsReason(status, to), outcome: isWithdrawal(status, to) },
    ];
  });
  return moves.sort((a, b) => MOVE_KINDS.indexOf(a.kind) - MOVE_KINDS.indexOf(b.kind));
}

export type Drop =
  | { kind: "move"; move: Move }
  /** Dropped where it came from. */
  | { kind: "none" }
  | { kind: "refused"; because: "illegal" | "no_permission" | "outranked" };

/** What dropping a prospect on a stage means. */
export function dropOn(prospect: Subject, stage: Stage): Drop {
  if (stageOf(prospect.status) === stage) return { kind: "none" };
  const move = movesOf(prospect).find(({ kind, to }) => kind !== "queue_onboarding" && stageOf(to) === stage);
  if (!move) return { kind: "refused", because: "illegal" };
  return move.blocked ? { kind: "refused", because: move.blocked } : { kind: "move", move };
}

/** Whether a step can be taken without asking anything. */
export const isImmediate = ({ kind }: Pick<Move, "kind">, prospect: Pick<Prospect, "assignedTo">): boolean =>
  kind === "start_onboarding" && prospect.assignedTo !== null;
