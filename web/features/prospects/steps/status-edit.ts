import type {
  Prospect,
  StatusInput,
  WithdrawOutcome,
} from "../../../../worker/features/prospects/prospects.schema.ts";
import type { Edit } from "../record.api.ts";
import { MOVES, type MoveKind } from "./moves.ts";

type Answers = { assignedTo: number | null; words: string; outcome: WithdrawOutcome };

/**
 * The call for a step along the pipeline with what was answered in its dialog. Completing the intro without
 * anybody to take over only completes the intro.
 */
export function statusEdit(base: Prospect, kind: MoveKind, answers: Answers): Edit {
  const move = MOVES[kind];
  const words = answers.words.trim();
  const asksAssignee = kind === "complete_intro" || move.assignee;
  const assignedTo = asksAssignee ? answers.assignedTo : null;
  const status = kind === "complete_intro" && assignedTo === null ? "intro_completed" : move.to;
  const body: Omit<StatusInput, "version"> = {
    status,
    ...(assignedTo === null || assignedTo === base.assignedTo ? {} : { assignedTo }),
    ...(words === "" ? {} : move.reason ? { reason: words } : { notes: words }),
    ...(move.outcome ? { outcome: answers.outcome } : {}),
  };
  return {
    call: "status",
    body,
    patch: {
      status,
      ...(assignedTo === null ? {} : { assignedTo }),
      ...(status === "inactive" ? { deadline: null } : {}),
    },
  };
}
