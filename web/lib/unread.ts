const UNREAD = "?";

/** Returns the value of a field while its typed text cannot be read; no schema accepts it as a number or a date. */
export const unread = (typed: string): string => UNREAD + typed;

/** The typed text of a field that could not be read; null for one that is empty or was read. */
export const unreadText = (value: string | null): string | null =>
  value?.startsWith(UNREAD) ? value.slice(UNREAD.length) : null;
