import { useState } from "react";
import type {
  BulkAnswer,
  BulkInput,
  Prospect,
} from "../../../../worker/features/prospects/prospects.schema.ts";
import { request } from "../../../lib/api.ts";
import { tellFailure } from "../../../lib/failure.ts";
import { rescueFocus } from "../../../lib/focus.ts";
import { translate } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { prospects } from "../prospects.api.ts";

/** Long enough to read the counts and decide to undo, in milliseconds. */
const TOAST = 12_000;

/** Makes a call that changes many prospects and fetches again what shows them, also when it fails. */
async function post(call: string, body?: object): Promise<BulkAnswer> {
  try {
    return await request<BulkAnswer>(`/api/prospects/${call}`, { method: "POST", body });
  } finally {
    prospects.refresh();
  }
}

/** Takes changes of many back, the newest first, and says how that went. */
async function undo(changeIds: readonly number[]): Promise<void> {
  // The toast goes with the button that was pressed.
  rescueFocus();
  try {
    const total = { changed: 0, skipped: 0 };
    for (const changeId of changeIds.toReversed()) {
      const { changed, skipped } = await post(`bulk/${changeId}/undo`);
      total.changed += changed;
      total.skipped += skipped.length;
    }
    const skipped = translate("prospects.bulk.undo_skipped", { count: total.skipped });
    toast({
      title: translate("prospects.bulk.undone", { count: total.changed }),
      ...(total.skipped ? { description: skipped } : {}),
    });
  } catch (error) {
    tellFailure(error, { title: translate("prospects.bulk.undo_failed") });
  }
}

/** Tells how many were changed and skipped, with a way back. */
function tellChanged(changed: number, skipped: number, changeIds: readonly number[]): void {
  toast({
    title: translate("prospects.bulk.changed", { count: changed }),
    ...(skipped ? { description: translate("prospects.bulk.skipped", { count: skipped }) } : {}),
    duration: TOAST,
    ...(changeIds.length
      ? { action: { label: translate("action.undo"), run: () => void undo(changeIds) } }
      : {}),
  });
}

/** Changes a selection at once. `run` resolves to whether that went through; a failure is told in a toast. */
export function useBulk(onDone: (answer: BulkAnswer) => void) {
  const [pending, setPending] = useState(false);
  const run = async (selected: readonly Prospect[], change: BulkInput["change"]): Promise<boolean> => {
    setPending(true);
    try {
      const answer = await post("bulk", {
        prospects: selected.map(({ id, version }) => ({ id, version })),
        change,
      } satisfies BulkInput);
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

/**
 * Hands all open prospects of one member to another, step by step until none is left, and tells how that went. Resolves to
 * whether it went through to the end.
 */
export async function handOver(from: number, to: number): Promise<boolean> {
  const changeIds: number[] = [];
  let count = 0;
  try {
    let step: BulkAnswer;
    do {
      step = await post("reassign", { from, to });
      count += step.changed;
      if (step.changeId !== null) changeIds.push(step.changeId);
    } while (step.remaining > 0 && step.changed > 0);
    tellChanged(count, 0, changeIds);
    return true;
  } catch (error) {
    const partly = count > 0 ? ` ${translate("prospects.team.partly", { count })}` : "";
    const title = translate("prospects.team.failed");
    tellFailure(error, { title, text: (detail) => detail + partly });
    return false;
  }
}
