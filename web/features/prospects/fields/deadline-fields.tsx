import { type KeyboardEvent, useId, useRef, useState } from "react";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { useNow } from "../../../lib/use-now.ts";
import { TONE_TEXT } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { DateTime } from "../../../ui/date-time.tsx";

const PICKS = { day1: 1, days3: 3, days4: 4, days5: 5, weeks2: 14, months6: 180 };
/** Deadlines that take one click: name of the text and days from now. */
export const QUICK_PICKS = Object.entries(PICKS) as [keyof typeof PICKS, number][];

const DAY = 86_400_000;

/** The instant this many times 24 hours from now, ISO 8601. */
export const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();

export const daysSince = (instant: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(instant)) / DAY));

const SMALL = "h-[26px] px-2 text-[12px]";

/** Buttons for the deadlines that take one click; `chosen` are the days of the chosen one, null for none. */
function QuickPicks(props: {
  onPick: (deadline: string, days: number) => void;
  chosen?: number | null;
  reason?: string | null;
}) {
  const t = useT();
  const { onPick, chosen, reason } = props;
  return QUICK_PICKS.map(([name, days]) => (
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
  ));
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
        <time dateTime={deadline}>{format.day(deadline)}</time>
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
          className="w-auto min-w-[210px] flex-1"
          aria-label={t("prospect.deadline_own")}
          value={value}
          {...(error ? { "aria-invalid": true, "aria-describedby": id } : {})}
          onChange={pick}
        />
        {value ? <Button onClick={() => pick(null)}>{t("prospect.deadline_clear")}</Button> : null}
      </div>
      {value ? (
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

/** The deadline in words, with controls that change it at once. */
export function DeadlineField(props: { prospect: Prospect; onSet: (deadline: string | null) => void }) {
  const t = useT();
  const { deadline, can } = props.prospect;
  /** The typed deadline, null while it is incomplete; undefined while the field is closed. */
  const [own, setOwn] = useState<string | null>();
  const other = useRef<HTMLButtonElement>(null);
  const set = (next: string | null) => {
    setOwn(undefined);
    props.onSet(next);
  };
  const reason = can.update ? null : t("prospect.blocked.no_permission");
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Enter" && own) {
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
      <DeadlineText deadline={deadline} />
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
            className="w-auto min-w-[190px] flex-1"
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
            reason={own ? null : t("prospect.deadline_incomplete")}
            onClick={() => own && set(own)}
          >
            {t("prospect.deadline_set")}
          </Button>
        </div>
      )}
    </>
  );
}
