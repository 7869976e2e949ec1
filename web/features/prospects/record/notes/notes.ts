/** Notes that were typed but are not saved yet, with what they were based on. */
export type NoteDraft = { text: string; base: string | null; version: number };

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const keyOf = (userId: number, prospectId: number) => `prospect-note:${userId}:${prospectId}`;

/** Keeps a draft in this browser until it is saved. Without storage the page itself has to do. */
export function keepDraft(store: Store, userId: number, prospectId: number, draft: NoteDraft): void {
  try {
    store.setItem(keyOf(userId, prospectId), JSON.stringify(draft));
  } catch {
    // Full or forbidden storage takes nothing away from what is on screen.
  }
}

/** Forgets a draft; with `text` only if nothing else was typed since. */
export function dropDraft(store: Store, userId: number, prospectId: number, text?: string): void {
  if (text !== undefined && readDraft(store, userId, prospectId)?.text !== text) return;
  try {
    store.removeItem(keyOf(userId, prospectId));
  } catch {
    // As above.
  }
}

/** The draft kept for a prospect, null when there is none or it cannot be read. */
export function readDraft(store: Store, userId: number, prospectId: number): NoteDraft | null {
  try {
    const value: unknown = JSON.parse(store.getItem(keyOf(userId, prospectId)) ?? "null");
    return isDraft(value) ? value : null;
  } catch {
    return null;
  }
}

function isDraft(value: unknown): value is NoteDraft {
  if (typeof value !== "object" || value === null) return false;
  const { text, base, version } = value as Partial<Record<keyof NoteDraft, unknown>>;
  return (
    typeof text === "string" && (base === null || typeof base === "string") && typeof version === "number"
  );
}

/** Notes as the server keeps them: trimmed, and nothing rather than an empty text. */
export function asStored(text: string | null): string | null {
  return text?.trim() || null;
}

/** Seconds since a save in words' terms: under a minute in seconds, then by the minute. */
export function savedAgo(savedAt: number, now: number): { unit: "seconds" | "minutes"; amount: number } {
  const seconds = Math.max(0, Math.round((now - savedAt) / 1000));
  return seconds < 60
    ? { unit: "seconds", amount: seconds }
    : { unit: "minutes", amount: Math.floor(seconds / 60) };
}
