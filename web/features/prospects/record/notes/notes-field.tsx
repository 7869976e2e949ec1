import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Prospect } from "../../../../../worker/features/prospects/prospects.schema.ts";
import { differences } from "../../../../lib/conflict.ts";
import { useT } from "../../../../lib/i18n/i18n.ts";
import { useUser } from "../../../../lib/session.tsx";
import { useDrafts } from "../../../../lib/use-drafts.ts";
import { Field, Textarea } from "../../../../ui/field.tsx";
import { ProspectConflict } from "../../fields/prospect-conflict.tsx";
import { prospects } from "../../prospects.api.ts";
import { asStored, isSame, noteDrafts, savedAgo } from "./notes.ts";

/** Pause in typing after which notes are saved, in milliseconds. */
const PAUSE = 1_500;

type Saved = { kind: "saved"; notes: string | null; at: number };

/**
 * Notes that are saved after a pause in typing, when the field is left, by `save()`, and when the dialog opens or closes.
 * Only another user's change of the notes is a conflict.
 */
function useNotes(prospect: Prospect, userId: number) {
  const { id } = prospect;
  const editing = useDrafts(noteDrafts, userId);
  const draft = editing.drafts.get(id);
  // The record that the text is based on: the latest one with the same notes.
  const [base, setBase] = useState(() => {
    // While a save is running, the prospect shows notes that are not stored yet.
    const isBack = !draft || (isSame(draft.text, prospect.notes) && !editing.isSaving(id));
    return isBack ? prospect : { ...prospect, notes: draft.base, version: draft.version };
  });
  if (base !== prospect && (!draft || isSame(draft.base, prospect.notes))) setBase(prospect);
  const [typed, setTyped] = useState<{ text: string } | null>(null);
  const [saved, setSaved] = useState<Saved | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = async (over = base): Promise<void> => {
    clearTimeout(timer.current);
    const text = editing.draftOf(id)?.text;
    if (text === undefined || editing.isSaving(id)) return;
    if (isSame(text, over.notes)) return editing.discard(id);
    const edit = { call: "/notes", body: { notes: text }, patch: { notes: asStored(text) } };
    const result = await editing.save(id, {
      over: over.version,
      send: (_, version) => prospects.edit({ ...over, version }, edit),
      isHarmless: (current) =>
        !differences(["notes"], over, { notes: text }, current).some(({ by }) => by === "both"),
    });
    if (result?.kind !== "saved") return;
    const { notes } = result.saved;
    setSaved({ kind: "saved", notes, at: Date.now() });
    const now = editing.draftOf(id);
    if (now) editing.type(id, { ...now, base: notes });
    await save(result.saved);
  };

  const saveNow = useEffectEvent(() => void save());
  useEffect(() => {
    if (typed) timer.current = setTimeout(saveNow, PAUSE);
    return () => clearTimeout(timer.current);
  }, [typed]);
  useEffect(() => {
    saveNow();
    return () => saveNow();
  }, []);

  const lastSaved = saved && !draft && saved.notes === prospect.notes ? saved : null;
  const waiting = !draft ? "idle" : typed ? "saving" : "restored";
  // Spaces around saved notes stay where they were typed.
  const own = typed && isSame(typed.text, prospect.notes) ? typed.text : prospect.notes;
  return {
    text: draft?.text ?? own ?? "",
    base,
    state: editing.stateOf(id) ?? lastSaved ?? { kind: waiting },
    change(text: string) {
      editing.type(id, { base: base.notes, version: base.version, ...editing.draftOf(id), text });
      editing.settle(id);
      setTyped({ text });
    },
    /** Saves, unless a conflict waits for its answer. */
    save: () => editing.stateOf(id)?.kind !== "clash" && void save(),
    /** Ends a conflict: saves the typed text over the other user's, which is on screen. */
    keepMine(current: Prospect) {
      const { notes, version } = current;
      const now = editing.draftOf(id);
      // Also where this save fails: the question has been answered.
      if (now) editing.type(id, { ...now, base: notes, version });
      void save(current);
    },
    takeTheirs: () => editing.discard(id),
  };
}

type NotesState = ReturnType<typeof useNotes>["state"];

/** How long ago notes were saved, updated every second for a minute, then every minute. */
function SavedLine({ at }: { at: number }) {
  const t = useT();
  const [now, setNow] = useState(at);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const time = Date.now();
      setNow(time);
      timer = setTimeout(tick, time - at < 60_000 ? 1_000 : 60_000);
    };
    tick();
    return () => clearTimeout(timer);
  }, [at]);
  const { unit, amount } = savedAgo(at, now);
  return t(`prospect.notes.saved_${unit}`, { amount });
}

function StateLine({ state, onRetry }: { state: NotesState; onRetry: () => void }) {
  const t = useT();
  if (state.kind === "saved") return <SavedLine at={state.at} />;
  if (state.kind === "clash") return <span className="text-wait">{t("prospect.notes.clash")}</span>;
  if (state.kind !== "failed") return t(`prospect.notes.${state.kind === "idle" ? "hint" : state.kind}`);
  return (
    <span className="text-stop">
      {t("prospect.notes.failed")}{" "}
      <button type="button" className="link underline" title={state.error} onClick={onRetry}>
        {t("prospect.notes.retry")}
      </button>
      <span className="block text-ink-3">{t("prospect.notes.kept", { error: state.error })}</span>
    </span>
  );
}

export function NotesField({ prospect }: { prospect: Prospect }) {
  const t = useT();
  const { user } = useUser();
  if (!user) return null;
  if (prospect.can.update) return <NotesEditor key={user.id} prospect={prospect} userId={user.id} />;
  return (
    <Field label={t("prospect.field.notes")} hint={t("prospect.blocked.no_permission")}>
      <Textarea readOnly value={prospect.notes ?? ""} placeholder={t("prospect.empty.notes")} />
    </Field>
  );
}

function NotesEditor({ prospect, userId }: { prospect: Prospect; userId: number }) {
  const t = useT();
  const { text, base, state, change, save, keepMine, takeTheirs } = useNotes(prospect, userId);
  return (
    <div>
      {state.kind === "clash" ? (
        <div className="mb-3">
          <ProspectConflict
            base={base}
            current={state.current}
            patch={{ notes: text }}
            onKeepMine={() => keepMine(state.current)}
            onTakeTheirs={takeTheirs}
          />
        </div>
      ) : null}
      <Field label={t("prospect.field.notes")}>
        <Textarea
          value={text}
          maxLength={20_000}
          placeholder={t("prospect.notes.placeholder")}
          // Of a browser without field-sizing.
          rows={3}
          className="field-sizing-content max-h-[200px]"
          onChange={(event) => change(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            save();
          }}
        />
      </Field>
      <p className="mt-2 hint" role="status" aria-live={state.kind === "saved" ? "off" : "polite"}>
        <StateLine state={state} onRetry={save} />
      </p>
    </div>
  );
}
