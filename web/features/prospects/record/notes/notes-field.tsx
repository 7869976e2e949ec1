import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Prospect } from "../../../../../worker/features/prospects/prospects.schema.ts";
import { errorText } from "../../../../lib/api.ts";
import { differences } from "../../../../lib/conflict.ts";
import { useT } from "../../../../lib/i18n/i18n.ts";
import { staleRecord } from "../../../../lib/resource.ts";
import { Field, Textarea } from "../../../../ui/field.tsx";
import { ProspectConflict } from "../../fields/prospect-conflict.tsx";
import { prospects } from "../../prospects.api.ts";
import { asStored, noteDrafts, savedAgo } from "./notes.ts";

/** How long after the last key notes are saved, in milliseconds. */
const PAUSE = 1_500;

type NotesState =
  | { kind: "idle" | "restored" | "saving" }
  | { kind: "saved"; at: number }
  | { kind: "failed"; error: string }
  | { kind: "clash"; base: Prospect; current: Prospect };

/**
 * Notes that save themselves: after a pause in typing, when the field is left, at `save()`, and when the dialog closes. The
 * browser keeps them until the server has them. Another user's change holds a save up only where it is to the notes.
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
    }
    now.saving = false;
    if (again) await save();
  };

  /** Puts the notes as they were read in the place of what was typed. */
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
  const leave = () => {
    if (isDirty() && state.kind !== "clash") void save();
  };
  /** Ends a clash: mine goes over what they wrote, which the reader has just seen. */
  const keepMine = (current: Prospect) => {
    live.current.base = current;
    void save();
  };
  const takeTheirs = (current: Prospect) => {
    show(current);
    noteDrafts.drop(userId, current.id);
  };
  return { text, state, change, save: () => void save(), leave, keepMine, takeTheirs };
}

/** How long ago notes were saved, moved on every second for the first minute, then every minute. */
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

function StateLine({ state, onRetry }: { state: NotesState; onRetry: () => void }): ReactNode {
  const t = useT();
  switch (state.kind) {
    case "saved":
      return <SavedLine at={state.at} />;
    case "failed":
      return (
        <span className="text-stop">
          {t("prospect.notes.failed")}{" "}
          <button type="button" className="link underline" title={state.error} onClick={onRetry}>
            {t("prospect.notes.retry")}
          </button>
          <span className="block text-ink-3">{t("prospect.notes.kept", { error: state.error })}</span>
        </span>
      );
    case "clash":
      return <span className="text-wait">{t("prospect.notes.clash")}</span>;
    default:
      return t(`prospect.notes.${state.kind === "idle" ? "hint" : state.kind}`);
  }
}

/** Notes that save themselves, with how that is going underneath. */
export function NotesField(props: { prospect: Prospect; userId: number; readOnly: string | null }) {
  const t = useT();
  const { prospect, readOnly } = props;
  if (!readOnly) return <NotesEditor {...props} />;
  return (
    <Field className="mt-4" label={t("prospect.field.notes")} hint={readOnly}>
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
