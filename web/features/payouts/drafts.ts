import { object } from "zod/mini";
import { createContentDrafts } from "../../lib/drafts.ts";
import { useUser } from "../../lib/session.tsx";
import { createStore, useStore } from "../../lib/store.ts";
import { type Sheet, sheetShape } from "./sheet.ts";

/** A sheet that is not saved yet, with the sheet that it was made from. */
type SheetDraft = { sheet: Sheet; base: Sheet; version: number };
const stored = createContentDrafts("payout-sheet", object({ sheet: sheetShape, base: sheetShape }));

/** Drafts since the page was opened, by user and contract, for browsers that store nothing. */
const typed = createStore<Readonly<Record<string, SheetDraft | null>>>({});

/** The unsaved changes of a contract's split, and the function that keeps or, with null, removes them. */
export function useSheetDraft(contractId: number) {
  const userId = useUser().user?.id ?? 0;
  const key = `${userId}:${contractId}`;
  const all = useStore(typed);
  const draft = key in all ? (all[key] ?? null) : stored.read(userId, contractId);
  const keep = (next: SheetDraft | null) => {
    typed.set({ ...typed.get(), [key]: next });
    stored.keep(userId, contractId, next && { sheet: next.sheet, base: next.base }, next?.version);
  };
  return [draft, keep] as const;
}
