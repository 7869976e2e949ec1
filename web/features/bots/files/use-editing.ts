import type { EditorState } from "@codemirror/state";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Bot, BotFile } from "../../../../worker/features/bots/bots.schema.ts";
import { errorText } from "../../../lib/api.ts";
import { translate } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { type Draft, dropDraft, type Entry, entriesOf, keepDraft, readDrafts } from "./entries.ts";
import { createFile, primeFile, saveFile, staleFile, useFiles } from "./files.api.ts";

/** How long after the last key a draft is written to this browser, in milliseconds. */
const WRITE_DELAY = 300;

/** What a save came to: still under way, refused because somebody else saved first, or failed. */
export type SaveState =
  | { kind: "saving" }
  | { kind: "clash"; current: BotFile }
  | { kind: "failed"; error: string };

/** Drafts of a reader, in memory and shortly after in this browser. */
function useDrafts(userId: number) {
  const [drafts, setDrafts] = useState<ReadonlyMap<number, Draft>>(() => readDrafts(localStorage, userId));
  const live = useRef(drafts);
  const waiting = useRef(new Set<number>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isUnkept = useRef(false);

  const write = useCallback(() => {
    clearTimeout(timer.current);
    for (const id of waiting.current) {
      const draft = live.current.get(id);
      if (draft) isUnkept.current = !keepDraft(localStorage, userId, id, draft);
      else dropDraft(localStorage, userId, id);
    }
    waiting.current.clear();
  }, [userId]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      write();
      if (isUnkept.current && live.current.size > 0) event.preventDefault();
    };
    addEventListener("pagehide", write);
    addEventListener("beforeunload", warn);
    document.addEventListener("visibilitychange", write);
    return () => {
      removeEventListener("pagehide", write);
      removeEventListener("beforeunload", warn);
      document.removeEventListener("visibilitychange", write);
      write();
    };
  }, [write]);

  const put = useCallback(
    (id: number, draft: Draft | null) => {
      const next = new Map(live.current);
      if (draft) next.set(id, draft);
      else next.delete(id);
      live.current = next;
      setDrafts(next);
      waiting.current.add(id);
      clearTimeout(timer.current);
      if (draft) timer.current = setTimeout(write, WRITE_DELAY);
      else write();
    },
    [write],
  );
  return { drafts, current: live, put };
}

/**
 * The files of a bot while they are edited. Nothing typed is lost until the server has it: a draft outlives
 * the tab, the dialog, a failed save and the page.
 */
export function useEditing(bot: Bot, userId: number) {
  const { data: files, error, mutate } = useFiles(bot.id);
  const { drafts, current, put } = useDrafts(userId);
  const [saves, setSaves] = useState<ReadonlyMap<number, SaveState>>(new Map());
  const [isWrapped, setIsWrapped] = useState(() => matchMedia("(max-width: 700px)").matches);
  const saving = useRef(new Set<number>());
  /** What the editor remembers of each file: undo, selection, scroll. */
  const states = useRef(new Map<number, EditorState>());
  const entries = useMemo(
    () => (files ? entriesOf(bot.id, files, drafts) : undefined),
    [bot.id, files, drafts],
  );

  const tell = useCallback((id: number, state: SaveState | null) => {
    setSaves((known) => {
      const next = new Map(known);
      if (state) next.set(id, state);
      else next.delete(id);
      return next;
    });
  }, []);

  const type = useCallback(
    (entry: Entry, text: string) => {
      const known = current.current.get(entry.id);
      if (entry.file?.content === text) return put(entry.id, null);
      const version = known?.version ?? entry.file?.version ?? 0;
      put(entry.id, { botId: bot.id, fileName: entry.fileName, text, version });
    },
    [bot.id, current, put],
  );

  const discard = useCallback(
    (id: number) => {
      put(id, null);
      tell(id, null);
      states.current.delete(id);
    },
    [put, tell],
  );

  /** Saves what is unsaved of a file; `over` is the version it may replace. True when the server has it. */
  const save = useCallback(
    async (entry: Entry, over?: number): Promise<BotFile | null> => {
      const draft = current.current.get(entry.id);
      if (!draft || saving.current.has(entry.id)) return null;
      saving.current.add(entry.id);
      tell(entry.id, { kind: "saving" });
      try {
        const content = draft.text;
        const saved = entry.file
          ? await saveFile(entry.id, { content, version: over ?? draft.version })
          : await createFile({ botId: bot.id, fileName: draft.fileName, content });
        const now = current.current.get(entry.id);
        const isSame = !now || now.text === content;
        put(entry.id, isSame ? null : { ...now, version: saved.version });
        tell(entry.id, null);
        toast({
          title: translate("bots.file.saved"),
          description: translate("bots.file.saved_text", { name: saved.fileName, version: saved.version }),
        });
        return saved;
      } catch (failure) {
        const theirs = staleFile(failure);
        if (theirs) {
          tell(entry.id, { kind: "clash", current: theirs });
          void primeFile(theirs);
        } else {
          tell(entry.id, { kind: "failed", error: errorText(failure) });
          void mutate();
        }
        toast({
          title: translate("bots.failed"),
          description: errorText(failure),
          variant: "destructive",
        });
        return null;
      } finally {
        saving.current.delete(entry.id);
      }
    },
    [bot.id, current, put, tell, mutate],
  );

  return {
    files,
    entries,
    error,
    reload: () => void mutate(),
    states: states.current,
    /** Whether long lines are broken in the editor. */
    isWrapped,
    setIsWrapped,
    saveState: (id: number) => saves.get(id) ?? null,
    type,
    discard,
    save,
    /** Compares with what somebody else saved, before a save of one's own is refused. */
    compare: (file: BotFile) => tell(file.id, { kind: "clash", current: file }),
    /** Back to one's own text, with the difference left as it is. */
    settle: (id: number) => tell(id, null),
    /** Whether a file has unsaved text at this very moment, not just on screen. */
    isUnsaved: (id: number) => current.current.has(id),
    unsaved: () => entries?.filter(({ draft }) => draft !== null) ?? [],
  };
}

export type Editing = ReturnType<typeof useEditing>;
