import { BULK_LIMIT } from "../../../../worker/features/prospects/pipeline.schema.ts";
import type {
  BulkAnswer,
  BulkInput,
  Prospect,
} from "../../../../worker/features/prospects/prospects.schema.ts";
import { act } from "../../../lib/action.ts";
import { ApiError, request } from "../../../lib/api.ts";
import { tellFailure } from "../../../lib/failure.ts";
import { UNDO_SHOWN } from "../../../lib/held.ts";
import { translate } from "../../../lib/i18n/i18n.ts";
import { createStore } from "../../../lib/store.ts";
import { toast } from "../../../lib/toast.ts";
import { prospects } from "../prospects.api.ts";
import { tellUndoable } from "../undo.ts";

/** How many prospects of a change in several calls have been sent; null while there is none. */
export const bulkProgress = createStore<{ done: number; total: number } | null>(null);

const post = (call: string, body?: object) =>
  request<BulkAnswer>(`/api/prospects/${call}`, { method: "POST", body });

type Known = BulkInput["prospects"][number];

/** What several calls did together; `left` are the prospects that none was made for. */
export type BulkResult = Pick<BulkAnswer, "changed" | "skipped"> & { changeIds: number[]; left: Known[] };

const isStale = (error: unknown) => error instanceof ApiError && error.code === "stale_version";

/** Makes calls one after the other, and refreshes the lists once. With an `error` it has stopped before the `left` items. */
async function inSteps<Item>(
  items: readonly Item[],
  size: number,
  call: (part: Item[]) => Promise<BulkAnswer>,
) {
  const changeIds: number[] = [];
  const skipped: BulkAnswer["skipped"] = [];
  let [changed, done] = [0, 0];
  try {
    while (done < items.length) {
      if (items.length > size) bulkProgress.set({ done, total: items.length });
      const part = items.slice(done, done + size);
      // A prospect that changed in that very moment is skipped the second time.
      const answer = await call(part).catch((error: unknown) => {
        if (isStale(error)) return call(part);
        throw error;
      });
      changed += answer.changed;
      skipped.push(...answer.skipped);
      if (answer.changeId !== null) changeIds.push(answer.changeId);
      done += part.length;
    }
    return { changed, skipped, changeIds, left: [], error: null };
  } catch (error) {
    return { changed, skipped, changeIds, left: items.slice(done), error };
  } finally {
    bulkProgress.set(null);
    prospects.refresh();
  }
}

/** Undoes bulk changes, the newest first, and shows the result. */
const undo = (changeIds: readonly number[]) =>
  act(
    async () => {
      const result = await inSteps(changeIds.toReversed(), 1, ([id]) => post(`bulk/${id}/undo`));
      const { changed, skipped, left, error } = result;
      if (!error) return { changed, skipped: skipped.length };
      // The changes that are left can still be undone.
      tellFailure(error, {
        title: translate("prospect.undo_failed"),
        text: (detail) => `${detail} ${translate("prospects.bulk.undone", { count: changed })}`,
        action: { label: translate("action.undo"), run: () => void undo(left.toReversed()) },
        duration: UNDO_SHOWN,
      });
      return null;
    },
    {
      done: (result) =>
        result && {
          title: translate("prospects.bulk.undone", { count: result.changed }),
          description: result.skipped
            ? translate("prospects.bulk.undo_skipped", { count: result.skipped })
            : undefined,
        },
      failed: translate("prospect.undo_failed"),
    },
  );

/** The words of a change, where they are more than a number of changed prospects. */
type Made = { title: string; description?: string };

/** A change of a selection. The function describes it by the number of changed prospects and those not skipped. */
export type BulkChange = [
  change: BulkInput["change"],
  madeOf?: (changed: number, prospects: readonly Prospect[]) => Made,
];

/** Shows the change and the number of skipped prospects, with a button to undo it. */
function tellChanged(changed: number, skipped: number, changeIds: readonly number[], made?: Made): void {
  const message = {
    title: made?.title ?? translate("prospects.bulk.changed", { count: changed }),
    description:
      [made?.description, skipped ? translate("prospects.bulk.skipped", { count: skipped }) : ""]
        .filter(Boolean)
        .join(" · ") || undefined,
  };
  if (changeIds.length) tellUndoable(message, () => void undo(changeIds));
  else toast(message);
}

/**
 * Changes a selection of any size, BULK_LIMIT prospects a call, and shows the result once, with one undo for all.
 * @throws ApiError when the first call fails; a later failure is shown with what was changed before it
 */
export async function changeMany(
  selected: readonly Prospect[],
  ...[change, madeOf]: BulkChange
): Promise<BulkResult> {
  const known = selected.map(({ id, version }) => ({ id, version }));
  const result = await inSteps(known, BULK_LIMIT, (prospects) =>
    post("bulk", { prospects, change } satisfies BulkInput),
  );
  const { changed, skipped, changeIds, left, error } = result;
  if (!error) {
    const out = new Set(skipped.map(({ id }) => id));
    const kept = selected.filter(({ id }) => !out.has(id));
    tellChanged(changed, skipped.length, changeIds, changed > 0 ? madeOf?.(changed, kept) : undefined);
  } else if (left.length === known.length) throw error;
  else
    tellFailure(error, {
      title: translate("prospects.bulk.stopped", { count: left.length }),
      text: (detail) => `${translate("prospects.bulk.changed", { count: changed })}. ${detail}`,
      ...(changeIds.length && {
        action: { label: translate("action.undo"), run: () => void undo(changeIds) },
      }),
      duration: UNDO_SHOWN,
    });
  return result;
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
        step = await post("reassign", { from, to }).finally(prospects.refresh);
        count += step.changed;
        if (step.changeId !== null) changeIds.push(step.changeId);
      } while (step.remaining > 0 && step.changed > 0);
      tellChanged(count, 0, changeIds);
    },
    { failed: { title: translate("prospect.failed"), text: (detail) => detail + partly() } },
  );
}
