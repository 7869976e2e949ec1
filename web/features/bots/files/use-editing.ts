import type { EditorState } from "@codemirror/state";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Bot, BotFile } from "../../../../worker/features/bots/bots.schema.ts";
import { errorText } from "../../../lib/api.ts";
import { tellFailure } from "../../../lib/failure.ts";
import { translate } from "../../../lib/i18n/i18n.ts";
import { type Edit, staleRecord } from "../../../lib/resource.ts";
import { createStore, useStore } from "../../../lib/store.ts";
import { toast } from "../../../lib/toast.ts";
import { PHONE } from "../../../lib/use-media.ts";
import { type Entry, entriesOf, type FileDraft, fileDrafts } from "./entries.ts";
import { createFile, files } from "./files.api.ts";

/** What a save came to: still under way, refused because another user saved first, or failed. */
type SaveState = { kind: "saving" } | { kind: "clash"; current: BotFile } | { kind: "failed"; error: string };

/** Drafts of a user; the page is not left without a question while one of them finds no room in this browser. */
function useDrafts(userId: number) {
  const [store] = useState(() => createStore<ReadonlyMap<number, FileDraft>>(fileDrafts.readAll(userId)));
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
  /** The draft of a file at this very moment, not just on screen. */
  const draftOf = (id: number) => store.get().get(id);
  return { drafts: useStore(store), draftOf, keep, drop };
}

/**
 * The files of a bot while they are edited. Nothing typed is lost until the server has it: a draft outlives
 * the tab, the dialog, a failed save and the page.
 */
export function useEditing(bot: Bot, userId: number) {
  const source = files.useList({}, { of: bot.id });
  const { drafts, draftOf, keep, drop } = useDrafts(userId);
  const [saves, setSaves] = useState<Record<number, SaveState | null>>({});
  const [isWrapped, setIsWrapped] = useState(() => matchMedia(PHONE).matches);
  /** What the editor remembers of each file: undo, selection, scroll. */
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

  /** Saves what is unsaved of a file; `over` is the version it may replace. Null when the server did not take it. */
  const save = async ({ id, file }: Entry, over?: number): Promise<BotFile | null> => {
    const draft = draftOf(id);
    if (!draft || saves[id]?.kind === "saving") return null;
    tell(id, { kind: "saving" });
    const { fileName, text: content } = draft;
    try {
      // The list goes on showing the file as unsaved until it is saved.
      const saved = file
        ? await files.edit({ ...file, version: over ?? draft.version }, { body: { content }, patch: {} })
        : await createFile({ botId: bot.id, fileName, content });
      const now = draftOf(id);
      if (now && now.text !== content) keep(id, { ...now, version: saved.version });
      else drop(id);
      tell(id, null);
      toast({
        title: translate("bots.file.saved"),
        description: translate("bots.file.saved_text", { name: saved.fileName, version: saved.version }),
      });
      return saved;
    } catch (failure) {
      const current = staleRecord<BotFile>(failure);
      tell(id, current ? { kind: "clash", current } : { kind: "failed", error: errorText(failure) });
      if (!current) source.retry();
      tellFailure(failure, { title: translate("bots.failed") });
      return null;
    }
  };

  /** Changes a file otherwise than its text, and tells what came of it. */
  const change = async (file: BotFile, edit: Edit<BotFile>, description: string) => {
    try {
      await files.edit(file, edit);
      toast({ title: translate("bots.file.saved"), description });
    } catch (failure) {
      tellFailure(failure, { title: translate("bots.failed") });
    }
  };

  return {
    /** The files as the server has them. */
    files: items ?? [],
    /** The entries as a list on screen. */
    source: { ...source, list: entries && { items: entries, more: false } },
    states: states.current,
    /** Whether long lines are broken in the editor. */
    isWrapped,
    setIsWrapped,
    saveState: (id: number) => saves[id] ?? null,
    type,
    discard,
    save,
    change,
    /** Compares with what another user saved, before a save of this user's is refused. */
    compare: (file: BotFile) => tell(file.id, { kind: "clash", current: file }),
    /** Back to this user's text, with the difference left as it is. */
    settle: (id: number) => tell(id, null),
    isUnsaved: (id: number) => draftOf(id) !== undefined,
    unsaved: () => entries?.filter(({ draft }) => draft !== null) ?? [],
  };
}

export type Editing = ReturnType<typeof useEditing>;
