import type { BulkAnswer, BulkInput } from "../../../../worker/features/prospects/prospects.schema.ts";
import { request } from "../../../lib/api.ts";
import { prospects } from "../prospects.api.ts";

/** Runs calls that change many prospects and fetches again what shows them, also when one fails. */
async function refreshing<Answer>(calls: () => Promise<Answer>): Promise<Answer> {
  try {
    return await calls();
  } finally {
    prospects.refresh();
  }
}

const post = (call: string, body?: object) =>
  request<BulkAnswer>(`/api/prospects/${call}`, { method: "POST", body });

/** Makes one change to many prospects. @throws ApiError */
export const changeMany = (input: BulkInput): Promise<BulkAnswer> => refreshing(() => post("bulk", input));

/** Takes back changes of many prospects, the newest first. @throws ApiError */
export const undoMany = (changeIds: readonly number[]): Promise<Pick<BulkAnswer, "changed" | "skipped">> =>
  refreshing(async () => {
    const total: Pick<BulkAnswer, "changed" | "skipped"> = { changed: 0, skipped: [] };
    for (const changeId of changeIds.toReversed()) {
      const { changed, skipped } = await post(`bulk/${changeId}/undo`);
      total.changed += changed;
      total.skipped.push(...skipped);
    }
    return total;
  });

export type HandOver = { changed: number; changeIds: number[] };

/**
 * Hands all open prospects of one member to another, step by step until none is left.
 * @param onStep told after each step, so that what a later failure leaves done can still be undone
 * @throws ApiError
 */
export const handOver = (from: number, to: number, onStep: (done: HandOver) => void): Promise<HandOver> =>
  refreshing(async () => {
    let done: HandOver = { changed: 0, changeIds: [] };
    for (;;) {
      const { changed, changeId, remaining } = await post("reassign", { from, to });
      done = {
        changed: done.changed + changed,
        changeIds: changeId === null ? done.changeIds : [...done.changeIds, changeId],
      };
      onStep(done);
      if (remaining === 0 || changed === 0) return done;
    }
  });
