import type {
  DiscordActivity,
  ProspectHistoryEntry,
} from "../../../../../worker/features/prospects/prospects.schema.ts";

export const LOG_FILTERS = ["all", "notes", "status", "discord"] as const;
export type LogFilter = (typeof LOG_FILTERS)[number];

/** A line of the log: a change with the number of its folded `saves`, or a Discord activity. */
export type LogItem = { key: string; at: string } & (
  | { kind: "history"; entry: ProspectHistoryEntry; saves: number }
  | { kind: "activity"; activity: DiscordActivity }
);

/** Most minutes between two saves of the notes that are folded into one line. */
const FOLD_MINUTES = 30;

const isSave = (entry: ProspectHistoryEntry) => entry.action === "notes" && entry.notes === null;

/** Both as one log, newest first; a run of saves of the notes is one line, from the first text to the last. */
export function mergeLog(history: readonly ProspectHistoryEntry[], activities: readonly DiscordActivity[]) {
  const items: LogItem[] = [];
  for (const entry of history) {
    const newer = items.at(-1);
    if (newer?.kind === "history" && folds(newer.entry, entry)) {
      newer.saves += 1;
      newer.entry = { ...newer.entry, previousValue: entry.previousValue };
    } else {
      items.push({ key: `h${entry.id}`, kind: "history", at: entry.createdAt, entry, saves: 1 });
    }
  }
  for (const activity of activities) {
    items.push({ key: `a${activity.id}`, kind: "activity", at: activity.timestamp, activity });
  }
  return items.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

function folds(newer: ProspectHistoryEntry, older: ProspectHistoryEntry): boolean {
  if (!isSave(newer) || !isSave(older) || newer.performedBy !== older.performedBy) return false;
  return Date.parse(newer.createdAt) - Date.parse(older.createdAt) < FOLD_MINUTES * 60_000;
}

/** Whether a line matches a filter; a change with a comment also counts as a note. */
function passes(item: LogItem, filter: LogFilter): boolean {
  const action = item.kind === "history" ? item.entry.action : "discord";
  const isDiscord = action === "discord";
  const isNote = action === "notes" || action === "time";
  if (filter === "discord") return isDiscord;
  if (filter === "status") return !isDiscord && !isNote;
  return filter === "all" || isNote || (item.kind === "history" && item.entry.notes !== null);
}

export const filterLog = (items: readonly LogItem[], filter: LogFilter): LogItem[] =>
  items.filter((item) => passes(item, filter));
