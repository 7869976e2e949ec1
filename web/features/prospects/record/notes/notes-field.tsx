import { type ReactNode, useEffect, useState } from "react";
import type { Prospect } from "../../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../../lib/i18n/i18n.ts";
import { Field, Textarea } from "../../../../ui/field.tsx";
import { ProspectConflict } from "../../fields/prospect-conflict.tsx";
import { savedAgo } from "./notes.ts";
import { type NotesState, useNotes } from "./use-notes.ts";

/** The time, moved on every second for the first minute after `at`, then every minute. */
function useSecondsAfter(at: number): number {
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
  return now;
}

function SavedLine({ at }: { at: number }) {
  const t = useT();
  const { unit, amount } = savedAgo(at, useSecondsAfter(at));
  return t(`prospect.notes.saved_${unit}`, { amount });
}

function StateLine({ state, onRetry }: { state: NotesState; onRetry: () => void }): ReactNode {
  const t = useT();
  switch (state.kind) {
    case "saved":
      return <SavedLine at={state.at} />;
    case "waiting":
    case "saving":
      return t("prospect.notes.saving");
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
      return state.restored ? t("prospect.notes.restored") : t("prospect.notes.hint");
  }
}

/** Notes that save themselves, with how that is going underneath. */
export function NotesField(props: { prospect: Prospect; userId: number; readOnly: string | null }) {
  const t = useT();
  const { prospect, readOnly } = props;
  if (!readOnly) return <NotesEditor {...props} />;
  return (
    <div className="mt-4">
      <Field label={t("prospect.field.notes")} hint={readOnly}>
        <Textarea readOnly value={prospect.notes ?? ""} placeholder={t("prospect.empty.notes")} />
      </Field>
    </div>
  );
}

function NotesEditor({ prospect, userId }: { prospect: Prospect; userId: number }) {
  const t = useT();
  const { text, state, change, save, leave, settle } = useNotes(prospect, userId);
  return (
    <div className="mt-4">
      {state.kind === "clash" ? (
        <div className="mb-3">
          <ProspectConflict
            {...state}
            patch={{ notes: text }}
            onKeepMine={() => settle("mine")}
            onTakeTheirs={() => settle("theirs")}
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
        <span className="max-md:hidden">
          <kbd className="rounded-[4px] border border-line-strong px-[5px] py-[3px] text-ink-3 [font:500_11px/1_var(--font-sans)]">
            Ctrl ⏎
          </kbd>
        </span>
      </div>
    </div>
  );
}
