import { stageOf, type WithdrawOutcome } from "../../../../worker/features/prospects/pipeline.schema.ts";
import type { Prospect, StatusInput } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import type { Edit } from "../../../lib/resource.ts";
import { toast } from "../../../lib/toast.ts";
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

/** What is said of a step that was taken, or failed. */
export function useStepTexts() {
  const t = useT();
  return {
    failure: {
      title: t("prospect.failed.status"),
      text: (detail: string) => t("prospect.failed.status_text", { detail }),
    },
    tellTaken: ({ displayName: name, status }: Prospect) =>
      toast({
        title: t("prospect.status_updated"),
        description: t("prospect.status_now", { name, status: t(`status.${status}`) }),
      }),
  };
}
