import { useState } from "react";
import type {
  BulkAnswer,
  BulkInput,
  Prospect,
} from "../../../../worker/features/prospects/prospects.schema.ts";
import { tellFailure } from "../../../lib/failure.ts";
import { rescueFocus } from "../../../lib/focus.ts";
import { translate } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { changeMany, undoMany } from "./bulk.api.ts";

/** Long enough to read the counts and decide to undo. */
const TOAST = 12_000;

/** Takes changes of many back and says how that went. */
async function undoWithToast(changeIds: readonly number[]): Promise<void> {
  // The toast goes with the button that was pressed.
  rescueFocus();
  try {
    const { changed, skipped } = await undoMany(changeIds);
    toast({
      title: translate("prospects.bulk.undone", { count: changed }),
      ...(skipped.length
        ? { description: translate("prospects.bulk.undo_skipped", { count: skipped.length }) }
        : {}),
    });
  } catch (error) {
    tellFailure(error, { title: translate("prospects.bulk.undo_failed") });
  }
}

/** Tells how many were changed and skipped, with a way back. */
export function tellChanged(changed: number, skipped: number, changeIds: readonly number[]): void {
  toast({
    title: translate("prospects.bulk.changed", { count: changed }),
    ...(skipped ? { description: translate("prospects.bulk.skipped", { count: skipped }) } : {}),
    duration: TOAST,
    ...(changeIds.length
      ? { action: { label: translate("action.undo"), run: () => void undoWithToast(changeIds) } }
      : {}),
  });
}

/** Changes a selection at once. `run` resolves to whether that went through; a failure is told in a toast. */
export function useBulk(onDone: (answer: BulkAnswer) => void) {
  const [pending, setPending] = useState(false);
  const run = async (selected: readonly Prospect[], change: BulkInput["change"]): Promise<boolean> => {
    setPending(true);
    try {
      const prospects = selected.map(({ id, version }) => ({ id, version }));
      const answer = await changeMany({ prospects, change });
      tellChanged(answer.changed, answer.skipped.length, answer.changeId === null ? [] : [answer.changeId]);
      onDone(answer);
      return true;
    } catch (error) {
      tellFailure(error, { title: translate("prospects.bulk.failed") });
      return false;
    } finally {
      setPending(false);
    }
  };
  return { run, pending };
}
