import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Prospect } from "../../../../../worker/features/prospects/prospects.schema.ts";
import { differences } from "../../../../lib/conflict.ts";
import { useT } from "../../../../lib/i18n/i18n.ts";
import { type SaveResult, saveDraft } from "../../../../lib/save-draft.ts";
import { useUser } from "../../../../lib/session.tsx";
import { Field, Textarea } from "../../../../ui/field.tsx";
import { ProspectConflict } from "../../fields/prospect-conflict.tsx";
import { prospects } from "../../prospects.api.ts";
import { asStored, noteDrafts, savedAgo } from "./notes.ts";

/** Pause in typing after which notes are saved, in milliseconds. */
const PAUSE = 1_500;

type NotesState =
  | { kind: "idle" | "restored" | "saving" }
  | { kind: "saved"; at: number }
  | Pick<Extract<SaveResult<Prospect>, { kind: "failed" }>, "kind" | "error">
  | { kind: "clash"; base: Prospect; current: Prospect };

/**
 * Notes that are saved after a pause in typing, when the field is left, by `save()`, and when the dialog closes. The
 * browser keeps them until they are saved. Only another user's change of the notes is a conflict.
 */
function useNotes(prospect: Prospect, userId: number) {
  const [kept] = useState(() => {
    const draft = noteDrafts.read(userId, prospect.id);
    return draft && asStored(draft.text) !== asStored(prospect.notes) ? draft : null;
  });
  const [text, setText] = useState(kept?.text ?? prospect.notes ?? "");
  const [state, setState] = useState<NotesState>({ kind: kept ? "restored" : "idle" });
  const live = useRef({
    text,
    base: kept ? { ...prospect, notes: kept.base, version: kept.version } : prospect,
    saving: false,
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDirty = () => asStored(live.current.text) !== asStored(live.current.base.notes);

  const save = async (): Promise<void> => {
    clearTimeout(timer.current);
    const now = live.current;
    if (now.saving) return;
    const { base, text: sent } = now;
    if (!isDirty()) {
      noteDrafts.drop(userId, base.id, sent);
      return setState({ kind: "idle" });
    }
    now.saving = true;
    setState({ kind: "saving" });
    const result = await saveDraft(
      base,
      (from) =>
        prospects.edit(from, { call: "/notes", body: { notes: sent }, patch: { notes: asStored(sent) } }),
      (current) => !differences(["notes"], base, { notes: sent }, current).some(({ clash }) => clash),
    );
    now.saving = false;
    if (result.kind !== "saved") return setState(result.kind === "clash" ? { ...result, base } : result);
    now.base = result.saved;
    noteDrafts.drop(userId, base.id, sent);
    setState({ kind: "saved", at: Date.now() });
    if (now.text !== sent) await save();
  };

  /** Replaces the typed text by the saved notes. */
  const show = (read: Prospect) => {
    live.current.text = read.notes ?? "";
    live.current.base = read;
    setText(live.current.text);
    setState({ kind: "idle" });
  };

  const follow = useEffectEvent((read: Prospect) => {
    if (asStored(read.notes) === asStored(live.current.base.notes)) live.current.base = read;
    else if (!live.current.saving && !isDirty()) show(read);
  });
  useEffect(() => follow(prospect), [prospect]);

  const saveNow = useEffectEvent(() => void save());
  useEffect(() => {
    if (kept) saveNow();
    return () => saveNow();
  }, [kept]);

  const change = (next: string) => {
    const now = live.current;
    now.text = next;
    setText(next);
    setState({ kind: "saving" });
    const { notes: base, version } = now.base;
    noteDrafts.keep(userId, prospect.id, { text: next, base, version });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), PAUSE);
  };
  return {
    text,
    state,
    change,
    save: () => void save(),
    leave: () => isDirty() && state.kind !== "clash" && void save(),
    /** Ends a conflict: saves the typed text over the other user's, which is on screen. */
    keepMine: (current: Prospect) => {
      live.current.base = current;
      void save();
    },
    takeTheirs: (current: Prospect) => {
      show(current);
      noteDrafts.drop(userId, current.id);
    },
  };
}

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
    <Field className="mt-4" label={t("prospect.field.notes")} hint={t("prospect.blocked.no_permission")}>
      <Textarea readOnly value={prospect.notes ?? ""} placeholder={t("prospect.empty.notes")} />
    </Field>
  );
}

function NotesEditor({ prospect, userId }: { prospect: Prospect; userId: number }) {
  const t = useT();
  const { text, state, change, save, leave, keepMine, takeTheirs } = useNotes(prospect, userId);
  return (
    <div className="mt-4">
      {state.kind === "clash" ? (
        <div className="mb-3">
          <ProspectConflict
            {...state}
            patch={{ notes: text }}
            onKeepMine={() => keepMine(state.current)}
            onTakeTheirs={() => takeTheirs(state.current)}
          />
        </div>
      ) : null}
      <Field label={t("prospect.field.notes")}>
        <Textarea
          value={text}
          maxLength={20_000}
          placeholder={t("prospect.notes.placeholder")}
          className="field-sizing-content max-h-[260px]"
          onChange={(event) => change(event.target.value)}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            save();
          }}
        />
      </Field>
      <div className="mt-2 flex items-start justify-between gap-3">
        <p className="hint" role="status" aria-live={state.kind === "saved" ? "off" : "polite"}>
          <StateLine state={state} onRetry={save} />
        </p>
        <kbd className="rounded-[4px] border border-line-strong px-[5px] py-[3px] text-ink-3 max-md:hidden [font:500_11px/1_var(--font-sans)]">
          Ctrl ⏎
        </kbd>
      </div>
    </div>
  );
}
