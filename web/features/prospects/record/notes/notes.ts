import * as z from "zod/mini";
import type { Prospect } from "../../../../../worker/features/prospects/prospects.schema.ts";
import { createDrafts } from "../../../../lib/drafts.ts";

const shape = z.object({ text: z.string(), base: z.nullable(z.string()), version: z.number() });
/** Unsaved notes, with the saved text that they are based on. */
type NoteDraft = z.infer<typeof shape>;
export const noteDrafts = createDrafts<NoteDraft, Prospect>("prospect-note", shape);

/** Notes as the server stores them: trimmed, null for an empty text. */
export const asStored = (text: string | null): string | null => text?.trim() || null;

export const isSame = (a: string | null, b: string | null): boolean => asStored(a) === asStored(b);

/** Time since a save: in seconds under a minute, then in minutes. */
export function savedAgo(savedAt: number, now: number) {
  const seconds = Math.max(0, Math.round((now - savedAt) / 1000));
  if (seconds < 60) return { unit: "seconds", amount: seconds } as const;
  return { unit: "minutes", amount: Math.floor(seconds / 60) } as const;
}
