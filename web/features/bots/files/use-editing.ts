import type { EditorState } from "@codemirror/state";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Bot, BotFile } from "../../../../worker/features/bots/bots.schema.ts";
import { errorText } from "../../../lib/api.ts";
import { tellFailure } from "../../../lib/failure.ts";
import { translate } from "../../../lib/i18n/i18n.ts";
import { staleRecord } from "../../../lib/resource.ts";
import { toast } from "../../../lib/toast.ts";
import { type Entry, entriesOf, type FileDraft, fileDrafts } from "./entries.ts";
import { createFile, files } from "./files.api.ts";

/** How long after the last key a draft is written to this browser, in milliseconds. */
const WRITE_DELAY = 300;

/** What a save came to: still under way, refused because another user saved first, or failed. */
export type SaveState =
  | { kind: "saving" }
  | { kind: "clash"; current: BotFile }
  | { kind: "failed"; error: string };

/** Drafts of a user, in memory and shortly after in this browser. */
function useDrafts(userId: number) {
  const [drafts, setDrafts] = useState<ReadonlyMap<number, FileDraft>>(() => fileDrafts.readAll(userId));
  const live = useRef(drafts);
  const waiting = useRef(new Set<number>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isUnkept = useRef(false);

  const write = useCallback(() => {
    clearTimeout(timer.current);
    for (const id of waiting.current) {
      const draft = live.current.get(id);
      if (draft) isUnkept.current = !fileDrafts.keep(userId, id, draft);
      else fileDrafts.drop(userId, id);
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
    (id: number, draft: FileDraft | null) => {
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
  const { list, error, retry } = files.useList({}, { of: bot.id });
  const { drafts, current, put } = useDrafts(userId);
  const [saves, setSaves] = useState<ReadonlyMap<number, SaveState>>(new Map());
  const [isWrapped, setIsWrapped] = useState(() => matchMedia("(max-width: 700px)").matches);
  const saving = useRef(new Set<number>());
  /** What the editor remembers of each file: undo, selection, scroll. */
  const states = useRef(new Map<number, EditorState>());
  const entries = useMemo(
    () => (list ? entriesOf(bot.id, list.items, drafts) : undefined),
    [bot.id, list, drafts],
  );

  const tell = (id: number, state: SaveState | null) =>
    setSaves((known) => {
      const next = new Map(known);
      if (state) next.set(id, state);
      else next.delete(id);
      return next;
    });

  const type = (entry: Entry, text: string) => {
    const known = current.current.get(entry.id);
    if (entry.file?.content === text) return put(entry.id, null);
    const version = known?.version ?? entry.file?.version ?? 0;
    put(entry.id, { botId: bot.id, fileName: entry.fileName, text, version });
  };

  const discard = (id: number) => {
    put(id, null);
    tell(id, null);
    states.current.delete(id);
  };

  /** Saves what is unsaved of a file; `over` is the version it may replace. Null when the server did not take it. */
  const save = async (entry: Entry, over?: number): Promise<BotFile | null> => {
    const draft = current.current.get(entry.id);
    if (!draft || saving.current.has(entry.id)) return null;
    saving.current.add(entry.id);
    tell(entry.id, { kind: "saving" });
    const content = draft.text;
    try {
      // The list goes on showing the file as unsaved until it is saved.
      const saved = entry.file
        ? await files.edit(
            { ...entry.file, version: over ?? draft.version },
            { body: { content }, patch: {} },
          )
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
      const theirs = staleRecord<BotFile>(failure);
      if (theirs) tell(entry.id, { kind: "clash", current: theirs });
      else {
        tell(entry.id, { kind: "failed", error: errorText(failure) });
        retry();
      }
      tellFailure(failure, { title: translate("bots.failed") });
      return null;
    } finally {
      saving.current.delete(entry.id);
    }
  };

  return {
    files: list?.items,
    entries,
    error,
    reload: retry,
    states: states.current,
    /** Whether long lines are broken in the editor. */
    isWrapped,
    setIsWrapped,
    saveState: (id: number) => saves.get(id) ?? null,
    type,
    discard,
    save,
    /** Compares with what another user saved, before a save of this user's is refused. */
    compare: (file: BotFile) => tell(file.id, { kind: "clash", current: file }),
    /** Back to this user's text, with the difference left as it is. */
    settle: (id: number) => tell(id, null),
    /** Whether a file has unsaved text at this very moment, not just on screen. */
    isUnsaved: (id: number) => current.current.has(id),
    unsaved: () => entries?.filter(({ draft }) => draft !== null) ?? [],
  };
}

export type Editing = ReturnType<typeof useEditing>;
