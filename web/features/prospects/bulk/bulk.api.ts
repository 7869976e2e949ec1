import type {
  BulkAnswer,
  BulkInput,
  Prospect,
} from "../../../../worker/features/prospects/prospects.schema.ts";
import { request } from "../../../lib/api.ts";
import { tellFailure } from "../../../lib/failure.ts";
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
      description: total.skipped ? skipped : undefined,
    });
  } catch (error) {
    tellFailure(error, { title: translate("prospects.bulk.undo_failed") });
  }
}

/** Tells how many were changed and skipped, with a way back. */
function tellChanged(changed: number, skipped: number, changeIds: readonly number[]): void {
  const action = { label: translate("action.undo"), run: () => void undo(changeIds) };
  toast({
    title: translate("prospects.bulk.changed", { count: changed }),
    description: skipped ? translate("prospects.bulk.skipped", { count: skipped }) : undefined,
    duration: TOAST,
    action: changeIds.length ? action : undefined,
  });
}

/** Changes a selection at once, and tells how that went. @throws ApiError */
export async function changeMany(selected: readonly Prospect[], change: BulkInput["change"]) {
  const prospects = selected.map(({ id, version }) => ({ id, version }));
  const answer = await post("bulk", { prospects, change } satisfies BulkInput);
  const { changed, skipped, changeId } = answer;
  tellChanged(changed, skipped.length, changeId === null ? [] : [changeId]);
  return answer;
}

/** Hands all open prospects of one member to another in steps, and tells how that went; false when a step failed. */
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
