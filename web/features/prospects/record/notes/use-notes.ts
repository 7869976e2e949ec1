import { useCallback, useEffect, useRef, useState } from "react";
import type { Prospect } from "../../../../../worker/features/prospects/prospects.schema.ts";
import { errorText } from "../../../../lib/api.ts";
import { sendEdit, staleRecord } from "../../record.api.ts";
import { clashes } from "../conflict.ts";
import { asStored, dropDraft, keepDraft, readDraft } from "./notes.ts";

const PAUSE = 1_500;

export type NotesState =
  | { kind: "idle"; restored: boolean }
  | { kind: "waiting" }
  | { kind: "saving" }
  | { kind: "saved"; at: number }
  | { kind: "failed"; error: string }
  | { kind: "clash"; base: Prospect; current: Prospect };

type Who = { userId: number; me: number | null };

/**
 * Notes that save themselves: after a pause in typing, when the field is left, at `save()`, and when the
 * dialog closes. What is typed is kept in this browser until the server has it. A change by somebody else
 * elsewhere in the record does not hold a save up; one to the notes themselves does.
 */
export function useNotes(prospect: Prospect, { userId, me }: Who) {
  const [start] = useState(() => {
    const draft = readDraft(localStorage, userId, prospect.id);
    const isNew = draft !== null && asStored(draft.text) !== asStored(prospect.notes);
    const base = isNew ? { ...prospect, notes: draft.base, version: draft.version } : prospect;
    return { text: isNew ? draft.text : (prospect.notes ?? ""), isNew, base };
  });
  const [text, setText] = useState(start.text);
  const [state, setState] = useState<NotesState>({ kind: "idle", restored: start.isNew });
  const live = useRef({ text: start.text, base: start.base, latest: prospect, saving: false, mounted: true });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const isDirty = () => asStored(live.current.text) !== asStored(live.current.base.notes);
  const tell = useCallback((next: NotesState) => {
    if (live.current.mounted) setState(next);
  }, []);

  const save = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    const now = live.current;
    if (now.saving) return;
    const sent = now.text;
    const { base, latest } = now;
    if (asStored(sent) === asStored(base.notes)) {
      dropDraft(localStorage, userId, base.id, sent);
      return tell({ kind: "idle", restored: false });
    }
    now.saving = true;
    tell({ kind: "saving" });
    let again = false;
    try {
      const edit = { call: "notes", body: { notes: sent }, patch: { notes: asStored(sent) } } as const;
      now.base = await sendEdit({ ...latest, version: base.version, notes: base.notes }, edit, me);
      dropDraft(localStorage, userId, base.id, sent);
      again = now.text !== sent;
      tell({ kind: "saved", at: Date.now() });
    } catch (error) {
      const current = staleRecord(error);
      if (!current) tell({ kind: "failed", error: errorText(error) });
      else if (clashes(base, { notes: sent }, current)) tell({ kind: "clash", base, current });
      else {
        now.base = current;
        now.latest = current;
        again = true;
      }
    } finally {
      now.saving = false;
    }
    if (again) await save();
  }, [me, userId, tell]);

  useEffect(() => {
    const now = live.current;
    now.latest = prospect;
    const wasDirty = asStored(now.text) !== asStored(now.base.notes);
    if (wasDirty || now.saving) {
      if (asStored(prospect.notes) === asStored(now.base.notes)) now.base = prospect;
      return;
    }
    now.base = prospect;
    if (asStored(now.text) === asStored(prospect.notes)) return;
    now.text = prospect.notes ?? "";
    setText(now.text);
    setState({ kind: "idle", restored: false });
  }, [prospect]);

  useEffect(() => {
    const now = live.current;
    now.mounted = true;
    if (start.isNew) void save();
    return () => {
      now.mounted = false;
      void save();
    };
  }, [save, start]);

  const change = (next: string) => {
    const now = live.current;
    now.text = next;
    setText(next);
    setState({ kind: "waiting" });
    keepDraft(localStorage, userId, prospect.id, {
      text: next,
      base: now.base.notes,
      version: now.base.version,
    });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), PAUSE);
  };
  const leave = () => {
    if (isDirty() && state.kind !== "clash") void save();
  };
  /** Ends a clash: `mine` goes over what they wrote, which the reader has just seen. */
  const settle = (choice: "mine" | "theirs") => {
    if (state.kind !== "clash") return;
    const now = live.current;
    now.base = state.current;
    now.latest = state.current;
    if (choice === "theirs") {
      now.text = state.current.notes ?? "";
      setText(now.text);
      dropDraft(localStorage, userId, prospect.id);
      setState({ kind: "idle", restored: false });
      return;
    }
    void save();
  };
  return { text, state, change, save: () => void save(), leave, settle };
}
