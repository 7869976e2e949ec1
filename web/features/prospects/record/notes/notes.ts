import * as z from "zod/mini";
import { createDrafts } from "../../../../lib/drafts.ts";

/** Notes that were typed but are not saved yet, with what they were based on. */
export const noteDrafts = createDrafts(
  "prospect-note",
  z.object({ text: z.string(), base: z.nullable(z.string()), version: z.number() }),
);

/** Notes as the server keeps them: trimmed, and nothing rather than an empty text. */
export const asStored = (text: string | null): string | null => text?.trim() || null;

/** Time since a save in words' terms: under a minute in seconds, then by the minute. */
export function savedAgo(savedAt: number, now: number) {
  const seconds = Math.max(0, Math.round((now - savedAt) / 1000));
  if (seconds < 60) return { unit: "seconds", amount: seconds } as const;
  return { unit: "minutes", amount: Math.floor(seconds / 60) } as const;
}
