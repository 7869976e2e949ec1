import { type KeyboardEvent, useId, useRef, useState } from "react";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { fromLocalInput, toLocalInput } from "../../../lib/local-time.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { useNow } from "../../../lib/use-now.ts";
import { TONE_TEXT } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Input } from "../../../ui/field.tsx";

const PICKS = { day1: 1, days3: 3, days4: 4, days5: 5, weeks2: 14, months6: 180 };
/** Deadlines that can be set with one press: name of the text and the number of days from now. */
export const QUICK_PICKS = Object.entries(PICKS) as [keyof typeof PICKS, number][];

const DAY = 86_400_000;

/** The instant this many times 24 hours from now, ISO 8601. */
export const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();

/** Whole days from an instant until now. */
export const daysSince = (instant: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(instant)) / DAY));

/** Class names of a button beside the quick picks. */
const SMALL = "h-[26px] px-2 text-[12px]";

/** The deadlines that take one press. */
function QuickPicks(props: {
  onPick: (deadline: string, days: number) => void;
  /** Days of the one that is chosen. */
  chosen?: number | null;
  reason?: string | null | undefined;
}) {
  const t = useT();
  return QUICK_PICKS.map(([name, days]) => (
    <Button
      key={name}
      size="s"
      reason={props.reason}
      className={cx(SMALL, props.chosen === days && "border-ice bg-ice-dim")}
      {...(props.chosen === undefined ? {} : { "aria-pressed": props.chosen === days })}
      onClick={() => props.onPick(inDays(days), days)}
    >
      {t(`prospect.pick.${name}`)}
    </Button>
  ));
}

/** A deadline in words with its colour, and the exact time beside it. */
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

/** Chooses a deadline in a dialog: quick picks, a date and time of one's own, or none. */
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
        <Input
          type="datetime-local"
          size="m"
          className="w-auto min-w-[210px] flex-1"
          aria-label={t("prospect.deadline_own")}
          value={toLocalInput(value)}
          {...(error ? { "aria-invalid": true, "aria-describedby": id } : {})}
          onChange={(event) => pick(fromLocalInput(event.target.value))}
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

/** The deadline in words, and everything to change it in place. */
export function DeadlineField(props: { prospect: Prospect; onSet: (deadline: string | null) => void }) {
  const t = useT();
  const { prospect, onSet } = props;
  const [own, setOwn] = useState<string | null>(null);
  const other = useRef<HTMLButtonElement>(null);
  const set = (deadline: string | null) => {
    setOwn(null);
    onSet(deadline);
  };
  const reason = prospect.can.update ? null : t("prospect.blocked.no_permission");
  const chosen = own === null ? null : fromLocalInput(own);
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Enter" && chosen) {
      event.preventDefault();
      set(chosen);
    }
    if (event.key === "Escape") {
      setOwn(null);
      other.current?.focus();
    }
  };
  return (
    <>
      <DeadlineText deadline={prospect.deadline} />
      <div className="mt-2 flex flex-wrap gap-1.5">
        <QuickPicks onPick={set} reason={reason} />
        <Button
          ref={other}
          size="s"
          className={SMALL}
          reason={reason}
          aria-expanded={own !== null}
          onClick={() => setOwn(own === null ? toLocalInput(prospect.deadline) : null)}
        >
          {t("prospect.deadline_other")}
        </Button>
        {prospect.deadline ? (
          <Button size="s" variant="quiet" className={SMALL} reason={reason} onClick={() => set(null)}>
            {t("prospect.deadline_clear")}
          </Button>
        ) : null}
      </div>
      {own === null ? null : (
        <div className="mt-2 flex flex-wrap gap-2">
          <Input
            type="datetime-local"
            size="s"
            className="w-auto min-w-[190px] flex-1"
            aria-label={t("prospect.deadline_own")}
            autoFocus
            data-takes-escape=""
            value={own}
            onKeyDown={keys}
            onChange={(event) => setOwn(event.target.value)}
          />
          <Button
            size="s"
            className="h-[30px]"
            reason={chosen ? null : t("prospect.deadline_incomplete")}
            onClick={() => chosen && set(chosen)}
          >
            {t("prospect.deadline_set")}
          </Button>
        </div>
      )}
    </>
  );
}
