import type {
  Prospect,
  ProspectStatus,
  Stage,
} from "../../../../worker/features/prospects/prospects.schema.ts";
import { STAGE_OF } from "../stages.ts";

export const MOVE_KINDS = [
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
/** A step along the pipeline as people speak of it. */
export type MoveKind = (typeof MOVE_KINDS)[number];

export type MoveShape = {
  from: readonly ProspectStatus[];
  to: ProspectStatus;
  /** Whether somebody has to be responsible afterwards. */
  assignee: boolean;
  /** Whether it asks for a reason (required) or offers a comment. */
  reason: boolean;
  outcome: boolean;
};

/** What each step needs; whether somebody may take it is the record's to say. */
export const MOVES = {
  complete_intro: { from: ["intro"], to: "onboarding", assignee: false, reason: false, outcome: false },
  begin_onboarding: {
    from: ["intro_completed"],
    to: "onboarding",
    assignee: true,
    reason: false,
    outcome: false,
  },
  queue_onboarding: {
    from: ["intro", "intro_completed"],
    to: "assigned_onboarding",
    assignee: true,
    reason: false,
    outcome: false,
  },
  start_onboarding: {
    from: ["assigned_onboarding"],
    to: "onboarding",
    assignee: true,
    reason: false,
    outcome: false,
  },
  make_active: { from: ["onboarding"], to: "active", assignee: false, reason: false, outcome: false },
  activate: { from: ["inactive"], to: "active", assignee: false, reason: false, outcome: false },
  send_back: { from: ["active", "inactive"], to: "onboarding", assignee: true, reason: true, outcome: false },
  make_inactive: { from: ["active"], to: "inactive", assignee: false, reason: false, outcome: false },
  withdraw: {
    from: ["intro", "intro_completed", "assigned_onboarding", "onboarding"],
    to: "inactive",
    assignee: false,
    reason: true,
    outcome: true,
  },
} as const satisfies Record<MoveKind, MoveShape>;

/** Why a step cannot be taken: the reader's role, or that the person ranks as high as the reader. */
export type BlockedBy = "no_permission" | "outranked" | null;

export type OfferedMove = { kind: MoveKind; blocked: BlockedBy };

type Subject = Pick<Prospect, "status" | "can">;

/** The steps that make sense from where somebody is, the natural next one first, with why one is blocked. */
export function movesOf({ status, can }: Subject): OfferedMove[] {
  return MOVE_KINDS.filter((kind) => (MOVES[kind].from as readonly ProspectStatus[]).includes(status)).map(
    (kind) => ({
      kind,
      blocked: can.moveTo.includes(MOVES[kind].to) ? null : can.update ? "outranked" : "no_permission",
    }),
  );
}

export type Drop =
  | { kind: "move"; move: MoveKind }
  /** Dropped where it came from. */
  | { kind: "none" }
  | { kind: "refused"; because: "illegal" | "no_permission" | "outranked" };

/** What dropping somebody on a stage means. */
export function dropOn(prospect: Subject, stage: Stage): Drop {
  if (STAGE_OF[prospect.status] === stage) return { kind: "none" };
  const offered = movesOf(prospect).find(
    ({ kind }) => kind !== "queue_onboarding" && STAGE_OF[MOVES[kind].to] === stage,
  );
  if (!offered) return { kind: "refused", because: "illegal" };
  if (offered.blocked) return { kind: "refused", because: offered.blocked };
  return { kind: "move", move: offered.kind };
}

/** Whether a step can be taken without asking anything. */
export function isImmediate(kind: MoveKind, prospect: Pick<Prospect, "assignedTo">): boolean {
  return kind === "start_onboarding" && prospect.assignedTo !== null;
}
