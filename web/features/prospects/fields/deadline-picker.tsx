import { useId, useState } from "react";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { useNow } from "../../../lib/use-now.ts";
import { TONE_TEXT } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Input } from "../../../ui/field.tsx";
import { fromLocalInput, inDays, QUICK_PICKS, toLocalInput } from "./quick-picks.ts";

/** The deadlines that take one press. */
export function QuickPicks(props: {
  onPick: (deadline: string, days: number) => void;
  /** Days of the one that is chosen. */
  chosen?: number | null;
  reason?: string | null | undefined;
}) {
  const t = useT();
  return QUICK_PICKS.map(({ name, days }) => (
    <Button
      key={name}
      size="s"
      reason={props.reason}
      className={cx("h-[26px] px-2 text-[12px]", props.chosen === days && "border-ice bg-ice-dim")}
      {...(props.chosen === undefined ? {} : { "aria-pressed": props.chosen === days })}
      onClick={() => props.onPick(inDays(days, Date.now()), days)}
    >
      {t(`prospect.pick.${name}`)}
    </Button>
  ));
}

/** A deadline in words with its colour, and the exact time beside it. */
export function DeadlineText({ deadline, now }: { deadline: string | null; now: number }) {
  const format = useFormat();
  const { text, tone } = format.deadline(deadline, now);
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

/**
 * Chooses a deadline in a dialog: quick picks, a date and time of one's own, or none. `undefined` leaves the
 * deadline as it is.
 */
export function DeadlinePicker(props: {
  current: string | null;
  value: string | null | undefined;
  onChange: (value: string | null | undefined) => void;
  label: string;
  error?: string | null | undefined;
}) {
  const t = useT();
  const id = useId();
  const { current, value, onChange } = props;
  const [days, setDays] = useState<number | null>(null);
  const now = useNow();
  const shown = value === undefined ? current : value;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-[5px] text-md text-ink-2">{props.label}</legend>
      <div className="flex flex-wrap gap-1.5">
        <QuickPicks
          chosen={days}
          onPick={(deadline, picked) => {
            setDays(picked);
            onChange(deadline);
          }}
        />
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Input
          type="datetime-local"
          size="m"
          className="w-auto min-w-[210px] flex-1"
          aria-label={t("prospect.deadline_own")}
          value={toLocalInput(shown)}
          {...(props.error ? { "aria-invalid": true, "aria-describedby": id } : {})}
          onChange={(event) => {
            setDays(null);
            onChange(fromLocalInput(event.target.value));
          }}
        />
        {shown ? (
          <Button
            onClick={() => {
              setDays(null);
              onChange(current === null ? undefined : null);
            }}
          >
            {t("prospect.deadline_clear")}
          </Button>
        ) : null}
      </div>
      {shown ? (
        <p className="mt-1.5 text-sm">
          <DeadlineText deadline={shown} now={now} />
        </p>
      ) : null}
      {props.error ? (
        <p id={id} className="mt-1.5 text-sm text-stop">
          {props.error}
        </p>
      ) : null}
    </fieldset>
  );
}
