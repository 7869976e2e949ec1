import * as z from "zod/mini";
import { createDrafts } from "../../../lib/drafts.ts";
import { attempt } from "../../../lib/storage.ts";
import { createStore, useStore } from "../../../lib/store.ts";
import { type Sheet, sheetShape } from "./sheet.ts";

/** A sheet that is not saved yet, as JSON, with the sheet that it began from. */
type SheetDraft = { sheet: Sheet; base: Sheet; version: number };

const stored = createDrafts("payout-sheet", z.object({ text: z.string(), version: z.number() }));
const content = z.object({ sheet: sheetShape, base: sheetShape });

/** What was typed since the page began, by user and contract: it stays where the browser stores nothing. */
const typed = createStore<Readonly<Record<string, SheetDraft | null>>>({});

function read(userId: number, contractId: number): SheetDraft | null {
  const draft = stored.read(userId, contractId);
  const parsed = draft && attempt(() => content.parse(JSON.parse(draft.text)), null);
  return draft && parsed && { ...parsed, version: draft.version };
}

/** The changes of a contract's split that are not saved yet, and the way to keep or, with null, forget them. */
export function useSheetDraft(userId: number, contractId: number) {
  const key = `${userId}:${contractId}`;
  const all = useStore(typed);
  const draft = key in all ? (all[key] ?? null) : read(userId, contractId);
  const keep = (next: SheetDraft | null) => {
    typed.set({ ...typed.get(), [key]: next });
    if (!next) return stored.drop(userId, contractId);
    const { sheet, base, version } = next;
    stored.keep(userId, contractId, { text: JSON.stringify({ sheet, base }), version });
  };
  return [draft, keep] as const;
}
