import type { TimelineEntry } from "../../../worker/features/profiles/profiles.schema.ts";

/** The entries of one month. */
export type Month = { key: string; entries: TimelineEntry[] };

const monthOf = (instant: string) => {
  const date = new Date(instant);
  return `${date.getFullYear()}-${date.getMonth()}`;
};

/**
 * A timeline by months of the reader's calendar, in the order given. Notes save themselves while they are written: a run
 * of them by one user is one entry, the newest.
 */
export function groupByMonth(entries: readonly TimelineEntry[]): Month[] {
  const months: Month[] = [];
  let last: TimelineEntry | undefined;
  for (const entry of entries) {
    const isRun =
      entry.action === "notes" && last?.action === "notes" && last.performedBy === entry.performedBy;
    last = entry;
    if (isRun) continue;
    const key = monthOf(entry.createdAt);
    const month = months.at(-1);
    if (month?.key === key) month.entries.push(entry);
    else months.push({ key, entries: [entry] });
  }
  return months;
}
