import { useEffect, useState } from "react";
import { errorText } from "./api.ts";
import { staleRecord } from "./conflict.ts";
import type { createDrafts, Draft } from "./drafts.ts";
import { createStore, useStore } from "./store.ts";

/** Why a draft is not saved; `clash` when another user saved first. */
type Unsaved<Item> =
  | { kind: "clash"; current: Item; failure: unknown }
  | { kind: "failed"; error: string; failure: unknown };

type Saving<D, Item> = {
  /** The version that the draft may replace, where that is not its own. */
  over?: number | undefined;
  /** Sends the draft as an edit of that version. */
  send: (draft: D, version: number) => Promise<Item>;
  /** Whether the draft may be saved over another user's newer record without a question. */
  isHarmless?: (current: Item) => boolean;
};

/** Sends the edit of a version, and again that of a newer record which `isHarmless`. @throws ApiError */
async function sendOver<Item extends { version: number }>(
  version: number,
  send: (version: number) => Promise<Item>,
  isHarmless: (current: Item) => boolean,
): Promise<Item> {
  try {
    return await send(version);
  } catch (failure) {
    const current = staleRecord<Item>(failure);
    if (!current || current.version <= version || !isHarmless(current)) throw failure;
    return sendOver(current.version, send, isHarmless);
  }
}

/**
 * Types into, saves and removes the drafts of a user, by the id of their record. A draft stays until it is saved: through
 * failures, edits of other users, the end of the session and a reload. If the browser cannot store one, it asks before leaving.
 */
export function useDrafts<D extends Draft, Item extends { version: number }>(
  drafts: ReturnType<typeof createDrafts<D>>,
  userId: number,
) {
  useState(() => drafts.open(userId));
  const [states] = useState(() => createStore<Record<number, { kind: "saving" } | Unsaved<Item> | null>>({}));
  useStore(states);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => drafts.hasUnkept() && event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [drafts]);

  const draftOf = (id: number) => drafts.shown.get().get(id);
  const stateOf = (id: number) => states.get()[id] ?? null;
  const isSaving = (id: number) => stateOf(id)?.kind === "saving";
  const tell = (id: number, state: ReturnType<typeof stateOf>) =>
    states.set({ ...states.get(), [id]: state });
  /** Forgets a clash or failure. */
  const settle = (id: number) => isSaving(id) || tell(id, null);
  return {
    drafts: useStore(drafts.shown),
    /** The draft of a record, and how saving it goes: what was typed last, even before it is drawn. */
    ...{ draftOf, stateOf, isSaving, settle },
    /** Keeps what was typed, or with `isBack`, the text of the record itself, no draft. */
    type(id: number, draft: D, isBack = false): void {
      // While the record gets another text, its old one is a draft.
      if (isBack && !isSaving(id)) drafts.drop(userId, id);
      else drafts.keep(userId, id, draft);
    },
    discard(id: number): void {
      drafts.drop(userId, id);
      settle(id);
    },
    /** Shows another user's record as a clash, before a save is refused. */
    compare: (id: number, current: Item) => tell(id, { kind: "clash", current, failure: null }),
    /** Saves a draft, once at a time; null without one. What is typed meanwhile becomes a draft of the saved record. */
    async save(id: number, { over, send, isHarmless = () => false }: Saving<D, Item>) {
      const draft = draftOf(id);
      if (!draft || isSaving(id)) return null;
      tell(id, { kind: "saving" });
      try {
        const saved = await sendOver(over ?? draft.version, (version) => send(draft, version), isHarmless);
        const now = draftOf(id);
        if (now && now.text !== draft.text) drafts.keep(userId, id, { ...now, version: saved.version });
        else drafts.drop(userId, id, draft.text);
        tell(id, null);
        return { kind: "saved", saved } as const;
      } catch (failure) {
        const current = staleRecord<Item>(failure);
        const unsaved: Unsaved<Item> = current
          ? { kind: "clash", current, failure }
          : { kind: "failed", error: errorText(failure), failure };
        tell(id, unsaved);
        return unsaved;
      }
    },
  };
}
