import { useCallback, useEffect, useRef, useState } from "react";
import type { Prospect } from "../../../../../worker/features/prospects/prospects.schema.ts";
import { errorText } from "../../../../lib/api.ts";
import { differences } from "../../../../lib/conflict.ts";
import { staleRecord } from "../../../../lib/resource.ts";
import { prospects } from "../../prospects.api.ts";
import { asStored, noteDrafts } from "./notes.ts";

/** How long after the last key notes are saved, in milliseconds. */
const PAUSE = 1_500;

export type NotesState =
  | { kind: "idle"; restored: boolean }
  | { kind: "waiting" }
  | { kind: "saving" }
  | { kind: "saved"; at: number }
  | { kind: "failed"; error: string }
  | { kind: "clash"; base: Prospect; current: Prospect };

/**
 * Notes that save themselves: after a pause in typing, when the field is left, at `save()`, and when the
 * dialog closes. What is typed is kept in this browser until the server has it. Another user's change
 * to another field does not hold a save up; one to the notes themselves does.
 */
export function useNotes(prospect: Prospect, userId: number) {
  const [start] = useState(() => {
    const draft = noteDrafts.read(userId, prospect.id);
    const isNew = draft !== null && asStored(draft.text) !== asStored(prospect.notes);
    const base = isNew ? { ...prospect, notes: draft.base, version: draft.version } : prospect;
    return { text: isNew ? draft.text : (prospect.notes ?? ""), isNew, base };
  });
  const [text, setText] = useState(start.text);
  const [state, setState] = useState<NotesState>({ kind: "idle", restored: start.isNew });
  const live = useRef({ text: start.text, base: start.base, saving: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const isDirty = () => asStored(live.current.text) !== asStored(live.current.base.notes);

  /** Puts the notes as they were read in the place of what was typed. */
  const show = useCallback(({ notes }: Prospect) => {
    live.current.text = notes ?? "";
    setText(live.current.text);
    setState({ kind: "idle", restored: false });
  }, []);

  const save = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    const now = live.current;
    if (now.saving) return;
    const { base, text: sent } = now;
    if (asStored(sent) === asStored(base.notes)) {
      noteDrafts.drop(userId, base.id, sent);
      return setState({ kind: "idle", restored: false });
    }
    now.saving = true;
    setState({ kind: "saving" });
    let again = false;
    try {
      const patch = { notes: asStored(sent) };
      now.base = await prospects.edit(base, { call: "/notes", body: { notes: sent }, patch });
      noteDrafts.drop(userId, base.id, sent);
      again = now.text !== sent;
      setState({ kind: "saved", at: Date.now() });
    } catch (error) {
      const current = staleRecord<Prospect>(error);
      if (!current) setState({ kind: "failed", error: errorText(error) });
      else if (differences(["notes"], base, { notes: sent }, current).some(({ clash }) => clash)) {
        setState({ kind: "clash", base, current });
      } else {
        now.base = current;
        again = true;
      }
    } finally {
      now.saving = false;
    }
    if (again) await save();
  }, [userId]);

  useEffect(() => {
    const now = live.current;
    if (now.saving || asStored(now.text) !== asStored(now.base.notes)) {
      if (asStored(prospect.notes) === asStored(now.base.notes)) now.base = prospect;
      return;
    }
    now.base = prospect;
    if (asStored(now.text) !== asStored(prospect.notes)) show(prospect);
  }, [prospect, show]);

  useEffect(() => {
    if (start.isNew) void save();
    return () => void save();
  }, [save, start]);

  const change = (next: string) => {
    const now = live.current;
    now.text = next;
    setText(next);
    setState({ kind: "waiting" });
    const { notes: base, version } = now.base;
    noteDrafts.keep(userId, prospect.id, { text: next, base, version });
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
    if (choice === "mine") return void save();
    show(state.current);
    noteDrafts.drop(userId, prospect.id);
  };
  return { text, state, change, save: () => void save(), leave, settle };
}
