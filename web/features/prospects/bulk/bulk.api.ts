import type { BulkAnswer, BulkInput } from "../../../../worker/features/prospects/prospects.schema.ts";
import { act } from "../../../lib/action.ts";
import { request } from "../../../lib/api.ts";
import { translate } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { prospects } from "../prospects.api.ts";
import { tellUndoable } from "../undo.ts";

/** Calls the API for many prospects and refreshes their lists, also after a failure. */
async function post(call: string, body?: object): Promise<BulkAnswer> {
  try {
    return await request<BulkAnswer>(`/api/prospects/${call}`, { method: "POST", body });
  } finally {
    prospects.refresh();
  }
}

/** Undoes bulk changes, the newest first, and shows the result. */
const undo = (changeIds: readonly number[]) =>
  act(
    async () => {
      const total = { changed: 0, skipped: 0 };
      for (const changeId of changeIds.toReversed()) {
        const { changed, skipped } = await post(`bulk/${changeId}/undo`);
        total.changed += changed;
        total.skipped += skipped.length;
      }
      return total;
    },
    {
      done: ({ changed, skipped }) => ({
        title: translate("prospects.bulk.undone", { count: changed }),
        description: skipped ? translate("prospects.bulk.undo_skipped", { count: skipped }) : undefined,
      }),
      failed: translate("prospect.undo_failed"),
    },
  );

/** Shows how many were changed and skipped, with a button to undo it. */
function tellChanged(changed: number, skipped: number, changeIds: readonly number[]): void {
  const message = {
    title: translate("prospects.bulk.changed", { count: changed }),
    description: skipped ? translate("prospects.bulk.skipped", { count: skipped }) : undefined,
  };
  if (changeIds.length) tellUndoable(message, () => void undo(changeIds));
  else toast(message);
}

/** Changes a selection and shows the result. @throws ApiError */
export async function changeMany(selected: BulkInput["prospects"], change: BulkInput["change"]) {
  const prospects = selected.map(({ id, version }) => ({ id, version }));
  const answer = await post("bulk", { prospects, change } satisfies BulkInput);
  const { changed, skipped, changeId } = answer;
  tellChanged(changed, skipped.length, changeId === null ? [] : [changeId]);
  return answer;
}

/** Reassigns all open prospects of a member in steps, and shows the result; resolves to false when a step failed. */
export function handOver(from: number, to: number): Promise<boolean> {
  const changeIds: number[] = [];
  let count = 0;
  const partly = () => (count > 0 ? ` ${translate("prospects.team.partly", { count })}` : "");
  return act(
    async () => {
      let step: BulkAnswer;
      do {
        step = await post("reassign", { from, to });
        count += step.changed;
        if (step.changeId !== null) changeIds.push(step.changeId);
      } while (step.remaining > 0 && step.changed > 0);
      tellChanged(count, 0, changeIds);
    },
    { failed: { title: translate("prospects.team.failed"), text: (detail) => detail + partly() } },
  );
}
