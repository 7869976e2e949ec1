import type { TimelineEntry } from "../../../worker/features/profiles/profiles.schema.ts";

/** A timeline by months of the reader's calendar, in order; of notes that one user saved in a row only the newest. */
export function groupByMonth(entries: readonly TimelineEntry[]): TimelineEntry[][] {
  const shown = entries.filter(({ action, performedBy }, at) => {
    const newer = entries[at - 1];
    return action !== "notes" || newer?.action !== "notes" || newer.performedBy !== performedBy;
  });
  const months = Map.groupBy(shown, ({ createdAt }) => {
    const date = new Date(createdAt);
    return date.getFullYear() * 12 + date.getMonth();
  });
  return [...months.values()];
}
