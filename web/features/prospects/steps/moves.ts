import {
  isWithdrawal,
  needsAssignee,
  needsReason,
  PROSPECT_STATUSES,
  type ProspectStatus,
  type Stage,
  stageOf,
  TRANSITIONS,
  type WithdrawOutcome,
} from "../../../../worker/features/prospects/pipeline.schema.ts";
import type {
  BulkAnswer,
  Prospect,
  StatusInput,
} from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import type { Edit } from "../../../lib/resource.ts";
import type { Message } from "../../../lib/toast.ts";

/**
 * Names of the steps, the usual one first; completing the intro is one step with or without an assignee. A former member
 * is activated again; a prospect who left before they were a member is reopened.
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
  inactive: { active: "activate", onboarding: "send_back", intro: "reopen" },
  left: { intro: "reopen", onboarding: "send_back", active: "admit" },
} as const satisfies Record<ProspectStatus | "left", Partial<Record<ProspectStatus, string>>>;

type NamesIn<Each> = Each extends unknown ? Each[keyof Each] : never;
export type MoveKind = NamesIn<(typeof STEPS)[keyof typeof STEPS]>;

/** A step from the status of a prospect. */
export type Move = {
  kind: MoveKind;
  to: ProspectStatus;
  /** Why it cannot be taken: no permission, or the prospect's role is not below the reader's. */
  blocked: "no_permission" | "outranked" | null;
  assignee: "needed" | "optional" | null;
  /** Whether a reason is needed; a comment is always possible. */
  reason: boolean;
  outcome: boolean;
};

/** The step by whose name a step goes; starting onboarding has one name for an introduced and an assigned prospect. */
export const nameOf = ({ kind }: Pick<Move, "kind">) =>
  kind === "begin_onboarding" ? "start_onboarding" : kind;

/** The step whose sentence a step's dialog shows: several ask or say the same. */
export const questionOf = (move: Pick<Move, "kind">) => {
  const name = nameOf(move);
  if (name === "complete_intro") return "start_onboarding";
  return name === "admit" ? "make_active" : name;
};

type Subject = Pick<Prospect, "status" | "memberId" | "can">;

/** The steps from a prospect's status, the usual one first; the record says which are blocked. */
export function movesOf(prospect: Subject): Move[] {
  const { status, can } = prospect;
  const steps = STEPS[status === "inactive" && prospect.memberId === null ? "left" : status];
  return (Object.entries(steps) as [ProspectStatus, MoveKind][]).map(([to, kind]) => ({
    kind,
    to,
    blocked: can.moveTo.includes(to) ? null : can.update ? "outranked" : "no_permission",
    assignee: needsAssignee(to) ? (kind === "complete_intro" ? "optional" : "needed") : null,
    reason: needsReason(prospect, to),
    outcome: isWithdrawal(status, to),
  }));
}

/** The effect of dropping a prospect on a stage; `none` for its own stage. */
export function dropOn(prospect: Subject, stage: Stage) {
  if (stageOf(prospect.status) === stage) return { kind: "none" } as const;
  const move = movesOf(prospect).find(({ kind, to }) => kind !== "queue_onboarding" && stageOf(to) === stage);
  if (move && !move.blocked) return { kind: "move", move } as const;
  return { kind: "refused", because: move?.blocked ?? "illegal" } as const;
}

/** Whether a step is taken without a question: it needs no answers, and the record that it is about is open. */
export const isImmediate = (
  { kind }: Pick<Move, "kind">,
  { assignedTo }: Pick<Prospect, "assignedTo">,
  isOpen = false,
): boolean => (kind === "start_onboarding" && assignedTo !== null) || (kind === "make_active" && isOpen);

/** The statuses that a selection can be moved to, in the order of the pipeline. */
export const BULK_TARGETS = PROSPECT_STATUSES.filter((status) =>
  Object.values(TRANSITIONS).some((targets) => targets.includes(status)),
);

/** The answers that moving a selection to a status needs, and the number of prospects that are `able` to be moved. */
export function bulkNeeds(
  selection: readonly Pick<Prospect, "status" | "assignedTo" | "memberId" | "can">[],
  to: ProspectStatus,
) {
  const able = selection.filter(({ can }) => can.moveTo.includes(to));
  return {
    able: able.length,
    assignee: needsAssignee(to) && able.some(({ assignedTo }) => assignedTo === null),
    reason: able.some((each) => needsReason(each, to)),
    outcome: able.some(({ status }) => isWithdrawal(status, to)),
  };
}

/** The reasons for skipped prospects with their names, the most frequent first. */
export function skippedReasons(skipped: BulkAnswer["skipped"]) {
  const reasons = Map.groupBy(skipped, ({ detail }) => detail);
  return [...reasons]
    .map(([detail, each]) => ({ detail, names: each.map(({ name }) => name) }))
    .sort((a, b) => b.names.length - a.names.length);
}

export type StepAnswers = {
  assignedTo: number | null;
  words: string;
  outcome: WithdrawOutcome;
  /** What a declined applicant reads. */
  applicantReads?: string;
};

/** The edit of a step with its answers; without an assignee, completing the intro changes only the status. */
export function statusEdit(base: Prospect, move: Move, answers: StepAnswers): Edit<Prospect> {
  const words = answers.words.trim();
  const read = answers.outcome === "declined" ? answers.applicantReads?.trim() : "";
  const assignedTo = move.assignee ? answers.assignedTo : null;
  const status = move.assignee === "optional" && assignedTo === null ? "intro_completed" : move.to;
  const body: Omit<StatusInput, "version"> = {
    status,
    ...(assignedTo === null || assignedTo === base.assignedTo ? {} : { assignedTo }),
    ...(words === "" ? {} : move.reason ? { reason: words } : { notes: words }),
    ...(move.outcome ? { outcome: answers.outcome } : {}),
    ...(move.outcome && read ? { words: read } : {}),
  };
  return {
    call: "/status",
    body,
    patch: { status, stage: stageOf(status), ...(assignedTo === null ? {} : { assignedTo }) },
  };
}

/** The toasts of a step that was taken or failed. */
export function useStepTexts() {
  const t = useT();
  return {
    failure: {
      title: t("prospect.failed.status"),
      text: (detail: string) => t("prospect.failed.status_text", { detail }),
    },
    taken: ({ displayName: name, status, signIn }: Prospect): Message => {
      const now = t("prospect.now", { name, value: t(`status.${status}`) });
      const isLockedOut = status === "active" && signIn?.length === 0;
      return {
        title: t("prospect.status_updated"),
        description: isLockedOut ? `${now} · ${t("prospect.sign_in.none")}` : now,
      };
    },
  };
}
