import { useMemo } from "react";
import { object } from "zod/mini";
import type { Payout } from "../../../worker/features/payouts/payouts.schema.ts";
import { contentOf, createDrafts, type Draft, draftShape } from "../../lib/drafts.ts";
import { useUser } from "../../lib/session.tsx";
import { useDrafts } from "../../lib/use-drafts.ts";
import { sheetShape } from "./sheet.ts";

/** A sheet that is not saved yet, with the sheet that it was made from: the text of a draft, as JSON. */
const shape = object({ sheet: sheetShape, base: sheetShape });
const sheetDrafts = createDrafts<Draft, Payout>("payout-sheet", draftShape);

/** The unsaved changes of a contract's split, null without any, and the drafts that `editing` changes, by contract. */
export function useSheetDraft(contractId: number) {
  const editing = useDrafts(sheetDrafts, useUser().user?.id ?? 0);
  const kept = editing.drafts.get(contractId);
  const draft = useMemo(() => {
    const content = contentOf(shape, kept);
    return kept && content ? { ...content, version: kept.version } : null;
  }, [kept]);
  return { draft, editing };
}
