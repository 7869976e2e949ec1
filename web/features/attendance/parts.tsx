import { useId } from "react";
import type {
  Attendance,
  Attended,
  Presence,
} from "../../../worker/features/attendance/attendance.schema.ts";
import { ATTENDANCE } from "../../../worker/features/attendance/attendance.schema.ts";
import { cx } from "../../lib/cx.ts";
import { type Translate, useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { SEGMENT, segmentsClass } from "../../ui/segmented.tsx";
import { barsOf, ticksOf } from "./bars.ts";
import { noteOf } from "./groups.ts";

/** "3 h 12 min", "45 min". */
export const durationText = (t: Translate, minutes: number): string =>
  minutes < 60
    ? t("attendance.minutes", { minutes })
    : t("attendance.hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });

/** What is noted of the reader at an event. */
export function ownText(t: Translate, person: Presence | undefined): string {
  if (!person?.confirmed)
    return t(person?.signedUp || person?.minutes ? "attendance.own_open" : "attendance.own_none");
  const { answer, minutes } = person.confirmed;
  return t(`attendance.own_${answer}`, { duration: durationText(t, minutes) });
}

type Span = Pick<Attendance, "startsAt" | "endsAt">;

/** Says what is unusual in a person's time in voice. */
export function useNoteText() {
  const t = useT();
  const format = useFormat();
  return (person: Presence, span: Span): string | null => {
    const note = noteOf(person, span);
    if (!note) return null;
    switch (note.key) {
      case "none":
        return t("attendance.note.none");
      case "unseen":
        return t("attendance.note.unseen", { duration: durationText(t, note.minutes) });
      case "times":
        return t("attendance.note.times", { count: note.count });
      case "late":
        return t("attendance.note.late", { duration: durationText(t, note.minutes) });
      case "left":
        return t("attendance.note.left", { time: format.time(note.at) });
      case "between":
        return t("attendance.note.between", { from: format.time(note.from), to: format.time(note.to) });
    }
  };
}

/** Draws a person's time in voice on the event's rail: unwatched time is hollow. A text beside it says the same. */
export function Bars({ person, span, className }: { person: Presence; span: Span; className?: string }) {
  return (
    <span aria-hidden="true" className={cx("relative block h-2 forced-color-adjust-none", className)}>
      <span className="absolute inset-0 rounded-[3px] bg-rail forced-colors:bg-[GrayText]" />
      {barsOf(person.unseen, span).map(({ left, width }) => (
        <span
          key={left}
          className="absolute inset-y-0 min-w-1 rounded-[3px] border border-dashed border-ink-2"
          style={{ left: `${left}%`, width: `${width}%` }}
        />
      ))}
      {barsOf(person.intervals, span).map(({ left, width }) => (
        <span
          key={left}
          className="absolute inset-y-0 min-w-1 rounded-[3px] bg-ink-2 forced-colors:bg-[CanvasText]"
          style={{ left: `${left}%`, width: `${width}%` }}
        />
      ))}
    </span>
  );
}

/** The hours above the bars. */
export function Ticks({ span, className }: { span: Span; className?: string }) {
  const format = useFormat();
  return (
    <span aria-hidden="true" className={cx("relative block h-4 figure text-xs text-ink-3", className)}>
      {ticksOf(span).map(({ at, left }) => (
        <span key={at} className="absolute -translate-x-1/2" style={{ left: `${left}%` }}>
          {format.time(at)}
        </span>
      ))}
    </span>
  );
}

/** Yes, partly or no: a confirmed answer is filled; one that voice suggests is a question. */
export function AnswerField(props: {
  name: string;
  proposal: Attended | null;
  answer: Attended | null;
  disabled: boolean;
  onChange: (answer: Attended) => void;
}) {
  const t = useT();
  const group = useId();
  const { name, proposal, answer, disabled, onChange } = props;
  const isSuggested = (each: Attended) => answer === null && each === proposal;
  return (
    <div
      role="radiogroup"
      aria-label={t("attendance.answer_of", { name })}
      className={segmentsClass({ fill: true, className: "max-md:w-full" })}
    >
      {ATTENDANCE.map((each) => (
        <label key={each} className={cx(SEGMENT, "relative", disabled ? "" : "cursor-pointer")}>
          <input
            type="radio"
            name={group}
            className="absolute inset-0 cursor-[inherit] appearance-none rounded-[7px] focus-visible:-outline-offset-2"
            checked={each === answer}
            disabled={disabled}
            onChange={() => onChange(each)}
          />
          <span className={cx(isSuggested(each) && "underline decoration-dotted underline-offset-4")}>
            {t(`attendance.answer.${each}`)}
            {isSuggested(each) ? "?" : null}
          </span>
          {each === proposal ? <span className="sr-only">{t("attendance.proposed")}</span> : null}
        </label>
      ))}
    </div>
  );
}
