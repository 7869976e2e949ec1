import type { EditorState } from "@codemirror/state";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Bot, BotFile } from "../../../../worker/features/bots/bots.schema.ts";
import { tellFailure } from "../../../lib/failure.ts";
import { translate } from "../../../lib/i18n/i18n.ts";
import { saveDraft } from "../../../lib/save-draft.ts";
import { createStore, useStore } from "../../../lib/store.ts";
import { toast } from "../../../lib/toast.ts";
import { PHONE } from "../../../lib/use-media.ts";
import { type Drafts, type Entry, entriesOf, type FileDraft, fileDrafts } from "./entries.ts";
import { createFile, files } from "./files.api.ts";

type SaveState = { kind: "saving" } | { kind: "clash"; current: BotFile } | { kind: "failed"; error: string };

/** The drafts of a user; leaving the page asks first while the browser could not keep one of them. */
function useDrafts(userId: number) {
  const [store] = useState(() => createStore<Drafts>(fileDrafts.readAll(userId)));
  const unkept = useRef(new Set<number>());
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (unkept.current.size > 0) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, []);
  const keep = (id: number, draft: FileDraft) => {
    store.set(new Map(store.get()).set(id, draft));
    if (fileDrafts.keep(userId, id, draft)) unkept.current.delete(id);
    else unkept.current.add(id);
  };
  const drop = (id: number) => {
    store.set(new Map([...store.get()].filter(([of]) => of !== id)));
    unkept.current.delete(id);
    fileDrafts.drop(userId, id);
  };
  /** The current draft of a file, which may be newer than the one on screen. */
  const draftOf = (id: number) => store.get().get(id);
  return { drafts: useStore(store), draftOf, keep, drop };
}

/** The files of a bot while they are edited. A draft outlives the dialog, a failed save and the page, until it is saved. */
export function useEditing(bot: Bot, userId: number) {
  const source = files.useList({}, { of: bot.id });
  const { drafts, draftOf, keep, drop } = useDrafts(userId);
  const [saves, setSaves] = useState<Record<number, SaveState | null>>({});
  const [isWrapped, setIsWrapped] = useState(() => matchMedia(PHONE).matches);
  /** State of the editor for each file: undo, selection, scroll. */
  const states = useRef(new Map<number, EditorState>());
  const items = source.list?.items;
  const entries = useMemo(() => items && entriesOf(bot.id, items, drafts), [bot.id, items, drafts]);
  const tell = (id: number, state: SaveState | null) => setSaves((known) => ({ ...known, [id]: state }));
  const type = ({ id, file, fileName }: Entry, text: string) => {
    if (file?.content === text) return drop(id);
    keep(id, { botId: bot.id, fileName, text, version: draftOf(id)?.version ?? file?.version ?? 0 });
  };
  const discard = (id: number) => {
    drop(id);
    tell(id, null);
    states.current.delete(id);
  };
  /** Saves the draft of a file; `over` is the version that it may replace. Resolves to null when that failed. */
  const save = async ({ id, file }: Entry, over?: number): Promise<BotFile | null> => {
    const draft = draftOf(id);
    if (!draft || saves[id]?.kind === "saving") return null;
    tell(id, { kind: "saving" });
    const { fileName, text: content } = draft;
    // The list shows the file as unsaved until it is saved.
    const result = await saveDraft<BotFile, { version: number }>(
      { version: over ?? draft.version },
      ({ version }) =>
        file
          ? files.edit({ ...file, version }, { body: { content }, patch: {} })
          : createFile({ botId: bot.id, fileName, content }),
    );
    if (result.kind !== "saved") {
      tell(id, result);
      if (result.kind === "failed") source.retry();
      tellFailure(result.failure, { title: translate("bots.failed") });
      return null;
    }
    const { saved } = result;
    const now = draftOf(id);
    if (now && now.text !== content) keep(id, { ...now, version: saved.version });
    else drop(id);
    tell(id, null);
    const values = { name: saved.fileName, version: saved.version };
    toast({ title: translate("bots.file.saved"), description: translate("bots.file.saved_text", values) });
    return saved;
  };
  return {
    files: items ?? [],
    source: { ...source, list: entries && { items: entries, more: false } },
    states: states.current,
    isWrapped,
    setIsWrapped,
    saveState: (id: number) => saves[id] ?? null,
    type,
    discard,
    save,
    /** Compares the draft with the saved file, before a save is refused. */
    compare: (file: BotFile) => tell(file.id, { kind: "clash", current: file }),
    /** Returns to the draft without a decision. */
    settle: (id: number) => tell(id, null),
    isUnsaved: (id: number) => draftOf(id) !== undefined,
    unsaved: () => entries?.filter(({ draft }) => draft !== null) ?? [],
  };
}

export type Editing = ReturnType<typeof useEditing>;
