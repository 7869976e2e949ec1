import { useId, useState } from "react";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { unreadText } from "../../../lib/unread.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { useNow } from "../../../lib/use-now.ts";
import { TONE_TEXT } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { DateTime, EveningPicks } from "../../../ui/date-time.tsx";
import { ChevronDownIcon } from "../../../ui/icons.tsx";
import { DeadlineMenu } from "./deadline-menu.tsx";
import { inDays, QUICK_PICKS } from "./deadlines.ts";

const SMALL = "h-[26px] px-2 text-[12px]";

/** Buttons for the deadlines that take one click; `chosen` are the days of the chosen one, null for none. */
function QuickPicks(props: { onPick: (deadline: string, days?: number) => void; chosen: number | null }) {
  const t = useT();
  const { onPick, chosen } = props;
  return (
    <>
      {QUICK_PICKS.map(([name, days]) => (
        <Button
          key={name}
          size="s"
          className={cx(SMALL, chosen === days && "border-ice bg-ice-dim")}
          aria-pressed={chosen === days}
          onClick={() => onPick(inDays(days), days)}
        >
          {t(`prospect.pick.${name}`)}
        </Button>
      ))}
      <EveningPicks className={SMALL} onPick={onPick} />
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

/** The deadline in words, and a menu that changes it at once; `pending` while a change is not saved. */
export function DeadlineField(props: {
  prospect: Prospect;
  pending: boolean;
  onSet: (deadline: string | null) => void;
  onOther: () => void;
}) {
  const t = useT();
  const { deadline, can } = props.prospect;
  const reason = can.update ? null : t("prospect.blocked.no_permission");
  if (can.update && !can.setDeadline && !deadline)
    return <span className="text-ink-3">{t("prospect.deadline_closed")}</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span>
        {deadline ? <DeadlineText deadline={deadline} /> : null}{" "}
        <span role="status" className="hint">
          {props.pending ? t("prospect.notes.saving") : null}
        </span>
      </span>
      <DeadlineMenu
        trigger={
          <Button
            variant="quiet"
            size="s"
            className={cx("-my-1 px-1.5 text-md", !deadline && "-ml-1.5", !reason && "text-ice")}
            reason={reason}
          >
            {t(deadline ? "prospect.deadline_change" : "prospect.deadline_choose")}
            <ChevronDownIcon />
          </Button>
        }
        reason={reason}
        mayClear={deadline !== null}
        onPick={props.onSet}
        onOther={props.onOther}
      />
    </span>
  );
}
