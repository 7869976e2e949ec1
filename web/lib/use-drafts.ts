import { useEffect, useState } from "react";
import { errorText } from "./api.ts";
import type { createDrafts, Draft, Unsaved } from "./drafts.ts";
import { staleRecord } from "./records.ts";
import { useStore } from "./store.ts";

type Saving<D, Item> = {
  /** The version that the draft may replace, where that is not its own. */
  over?: number | undefined;
  /** Sends the draft as an edit of that version. */
  send: (draft: D, version: number) => Promise<Item>;
  /** Whether the draft may be saved over another user's newer record without a question. */
  isHarmless?: (current: Item) => boolean;
};

/**
 * Types into, saves and removes the drafts of a user, by the id of their record. A draft stays until it is saved: through
 * failures, edits of other users, the end of the session and a reload. If the browser cannot store one, it asks before leaving.
 */
export function useDrafts<D extends Draft, Item extends { version: number }>(
  drafts: ReturnType<typeof createDrafts<D, Item>>,
  userId: number,
) {
  // Before the first draw reads them.
  useState(() => drafts.open(userId));
  const { saves } = drafts;
  useStore(saves);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => drafts.hasUnkept() && event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [drafts]);

  const draftOf = (id: number) => drafts.shown.get().get(id);
  const stateOf = (id: number) => saves.get()[id] ?? null;
  const isSaving = (id: number) => stateOf(id)?.kind === "saving";
  const tell = (id: number, state: ReturnType<typeof stateOf>) => saves.set({ ...saves.get(), [id]: state });
  /** Forgets a clash or failure. */
  const settle = (id: number) => {
    if (!isSaving(id)) tell(id, null);
  };
  return {
    drafts: useStore(drafts.shown),
    /** The draft of a record, and how saving it goes: what was typed last, even before it is drawn. */
    ...{ draftOf, stateOf, isSaving, settle },
    /** Keeps what was typed, or removes the draft where that `isBack` to what the record has. */
    type(id: number, draft: D, isBack = false): void {
      // While a save is running, the record is about to have another text.
      if (isBack && !isSaving(id)) drafts.drop(userId, id, draftOf(id)?.text);
      else drafts.keep(userId, id, draft);
    },
    discard(id: number): void {
      drafts.drop(userId, id, draftOf(id)?.text);
      settle(id);
    },
    /** Shows another user's record as a clash, before a save is refused. */
    compare: (id: number, current: Item) => tell(id, { kind: "clash", current, failure: null }),
    /** Saves a draft, once at a time; null without one. What is typed meanwhile becomes a draft of the saved record. */
    async save(id: number, { over, send, isHarmless = () => false }: Saving<D, Item>) {
      const draft = draftOf(id);
      if (!draft || isSaving(id)) return null;
      const trySave = async (version: number): Promise<{ kind: "saved"; saved: Item } | Unsaved<Item>> => {
        try {
          return { kind: "saved", saved: await send(draft, version) };
        } catch (failure) {
          const current = staleRecord<Item>(failure);
          if (!current) return { kind: "failed", error: errorText(failure), failure };
          if (current.version > version && isHarmless(current)) return trySave(current.version);
          return { kind: "clash", current, failure };
        }
      };
      tell(id, { kind: "saving" });
      const result = await trySave(over ?? draft.version);
      tell(id, result.kind === "saved" ? null : result);
      if (result.kind !== "saved") return result;
      const now = draftOf(id);
      if (now && now.text !== draft.text) drafts.keep(userId, id, { ...now, version: result.saved.version });
      else drafts.drop(userId, id, draft.text);
      return result;
    },
  };
}
