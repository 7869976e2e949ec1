import { type KeyboardEvent, useId, useRef, useState } from "react";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { unreadText } from "../../../lib/unread.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { useNow } from "../../../lib/use-now.ts";
import { TONE_TEXT } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { DateTime, EveningPicks } from "../../../ui/date-time.tsx";
import { tellChanged } from "../undo.ts";
import { inDays, QUICK_PICKS } from "./deadlines.ts";

const SMALL = "h-[26px] px-2 text-[12px]";

/** Buttons for the deadlines that take one click; `chosen` are the days of the chosen one, null for none. */
function QuickPicks(props: {
  onPick: (deadline: string, days?: number) => void;
  chosen?: number | null;
  reason?: string | null;
}) {
  const t = useT();
  const { onPick, chosen, reason } = props;
  return (
    <>
      {QUICK_PICKS.map(([name, days]) => (
        <Button
          key={name}
          size="s"
          reason={reason}
          className={cx(SMALL, chosen === days && "border-ice bg-ice-dim")}
          aria-pressed={chosen === undefined ? undefined : chosen === days}
          onClick={() => onPick(inDays(days), days)}
        >
          {t(`prospect.pick.${name}`)}
        </Button>
      ))}
      <EveningPicks reason={reason} className={SMALL} onPick={onPick} />
    </>
  );
}

function DeadlineText({ deadline }: { deadline: string | null }) {
  const format = useFormat();
  const { text, tone } = format.deadline(deadline, useNow());
  if (!deadline) return <span className="text-ink-3">{text}</span>;
  return (
    <>
      <span className={cx(TONE_TEXT[tone], "font-book")}>{text}</span>{" "}
      <span className="hint">
        <span aria-hidden="true">· </span>
        <time dateTime={deadline}>{format.dayWithin(deadline)}</time>
      </span>
    </>
  );
}

export function DeadlinePicker(props: {
  value: string | null;
  onChange: (value: string | null) => void;
  error: string | undefined;
}) {
  const t = useT();
  const id = useId();
  const { value, onChange, error } = props;
  const [days, setDays] = useState<number | null>(null);
  const pick = (deadline: string | null, quick: number | null = null) => {
    setDays(quick);
    onChange(deadline);
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-[5px] text-md text-ink-2">{t("prospect.deadline_optional")}</legend>
      <div className="flex flex-wrap gap-1.5">
        <QuickPicks chosen={days} onPick={pick} />
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <DateTime
          size="m"
          className="min-w-[210px] flex-1"
          aria-label={t("prospect.deadline_own")}
          value={value}
          {...(error ? { "aria-invalid": true, "aria-describedby": id } : {})}
          onChange={(deadline) => pick(deadline)}
        />
        {value ? <Button onClick={() => pick(null)}>{t("prospect.deadline_clear")}</Button> : null}
      </div>
      {value && unreadText(value) === null ? (
        <p className="mt-1.5 text-sm">
          <DeadlineText deadline={value} />
        </p>
      ) : null}
      {error ? (
        <p id={id} className="mt-1.5 text-sm text-stop">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

/** Shows a prospect's new deadline, with a button that undoes the change. */
export function useTellDeadline() {
  const t = useT();
  const format = useFormat();
  return (saved: Prospect) => {
    const deadline = saved.deadline ? format.dateTime(saved.deadline) : t("deadline.none");
    const description = t("prospect.deadline_now", { name: saved.displayName, deadline });
    tellChanged(saved, { title: t("prospect.deadline_changed"), description });
  };
}

/** The deadline in words, with controls that change it at once; `pending` while a change is not saved. */
export function DeadlineField(props: {
  prospect: Prospect;
  pending: boolean;
  onSet: (deadline: string | null) => void;
}) {
  const t = useT();
  const { deadline, can } = props.prospect;
  /** The typed deadline, null while it is incomplete; undefined while the field is closed. */
  const [own, setOwn] = useState<string | null>();
  const isRead = own && unreadText(own) === null;
  const other = useRef<HTMLButtonElement>(null);
  const set = (next: string | null) => {
    setOwn(undefined);
    props.onSet(next);
  };
  const reason = can.update ? null : t("prospect.blocked.no_permission");
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Enter" && isRead) {
      event.preventDefault();
      set(own);
    }
    if (event.key === "Escape") {
      setOwn(undefined);
      other.current?.focus();
    }
  };
  if (can.update && !can.setDeadline && !deadline)
    return <span className="text-ink-3">{t("prospect.deadline_closed")}</span>;
  return (
    <>
      <DeadlineText deadline={deadline} />{" "}
      <span role="status" className="hint">
        {props.pending ? t("prospect.saving") : null}
      </span>
      <div className="mt-2 flex flex-wrap gap-1.5">
        <QuickPicks onPick={set} reason={reason} />
        <Button
          ref={other}
          size="s"
          className={SMALL}
          reason={reason}
          aria-expanded={own !== undefined}
          onClick={() => setOwn(own === undefined ? deadline : undefined)}
        >
          {t("prospect.deadline_other")}
        </Button>
        {deadline ? (
          <Button size="s" variant="quiet" className={SMALL} reason={reason} onClick={() => set(null)}>
            {t("prospect.deadline_clear")}
          </Button>
        ) : null}
      </div>
      {own === undefined ? null : (
        <div className="mt-2 flex flex-wrap gap-2">
          <DateTime
            size="s"
            className="min-w-[190px] flex-1"
            aria-label={t("prospect.deadline_own")}
            autoFocus
            data-takes-escape=""
            value={own}
            onKeyDown={keys}
            onChange={setOwn}
          />
          <Button
            size="s"
            className="h-[30px]"
            reason={isRead ? null : t("prospect.deadline_incomplete")}
            onClick={() => own && set(own)}
          >
            {t("prospect.deadline_set")}
          </Button>
        </div>
      )}
    </>
  );
}
