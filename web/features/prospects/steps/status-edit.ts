import { stageOf, type WithdrawOutcome } from "../../../../worker/features/prospects/pipeline.schema.ts";
import type { Prospect, StatusInput } from "../../../../worker/features/prospects/prospects.schema.ts";
import type { Edit } from "../../../lib/resource.ts";
import type { Move } from "./moves.ts";

/** What is asked for in a step's dialog. */
export type StepAnswers = { assignedTo: number | null; words: string; outcome: WithdrawOutcome };

/**
 * The call for a step along the pipeline with what was answered in its dialog. Completing the intro without
 * an assignee only completes the intro.
 */
export function statusEdit(base: Prospect, move: Move, answers: StepAnswers): Edit<Prospect> {
  const words = answers.words.trim();
  const assignedTo = move.assignee ? answers.assignedTo : null;
  const status = move.assignee === "optional" && assignedTo === null ? "intro_completed" : move.to;
  const body: Omit<StatusInput, "version"> = {
    status,
    ...(assignedTo === null || assignedTo === base.assignedTo ? {} : { assignedTo }),
    ...(words === "" ? {} : move.reason ? { reason: words } : { notes: words }),
    ...(move.outcome ? { outcome: answers.outcome } : {}),
  };
  return {
    call: "/status",
    body,
    patch: { status, stage: stageOf(status), ...(assignedTo === null ? {} : { assignedTo }) },
  };
}
