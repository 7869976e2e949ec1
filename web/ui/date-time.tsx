import { type ComponentProps, Suspense, startTransition, useRef, useState } from "react";
import { cx } from "../lib/cx.ts";
import { type Day as DayText, dayOf, nextEvenings, readDay, readMoment, startOf } from "../lib/date-input.ts";
import { DATE_FORMATS } from "../lib/format.ts";
import { useLanguage, useT } from "../lib/i18n/i18n.ts";
import { unread, unreadText } from "../lib/unread.ts";
import { useFormat } from "../lib/use-format.ts";
import { useNow } from "../lib/use-now.ts";
import { Button } from "./button.tsx";
import { Input } from "./field.tsx";
import { CalendarIcon } from "./icons.tsx";
import { part } from "./part.tsx";

const calendar = part(() => import("./calendar.tsx"));

type Own = Omit<ComponentProps<typeof Input>, "type" | "value" | "onChange" | "min" | "max">;

type DateInputProps = Own & {
  /** The chosen date; null for none. */
  date: Date | null;
  /** The typed text that could not be read; null without one. */
  wrong: string | null;
  hasTime: boolean;
  format: "date" | "moment";
  min?: DayText | undefined;
  max?: DayText | undefined;
  read: (typed: string) => Date | null;
  /** Null for an empty field; a text that could not be read. */
  onPick: (date: Date | string | null) => void;
};

/** A field for a date: typed as the reader is used to, or picked from a calendar that is fetched when it is reached for. */
function DateInput(props: DateInputProps) {
  const { date, wrong, hasTime, format, min, max, read, onPick, className, onBlur, ...rest } = props;
  const t = useT();
  const language = useLanguage();
  /** The text while it is typed. */
  const [typed, setTyped] = useState<string | null>(null);
  const [state, setState] = useState<"closed" | "loading" | "open">("closed");
  const place = useRef<HTMLSpanElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const inWords = (each: Date) => DATE_FORMATS[format](each, language) ?? "";
  const open = async () => {
    if (state === "open") return setState("closed");
    setState("loading");
    const isThere = await calendar.fetch();
    startTransition(() => setState(isThere ? "open" : "closed"));
  };
  const label = t(hasTime ? "date.pick_time" : "date.pick");
  const example = inWords((hasTime && nextEvenings(new Date())[0]) || new Date());
  const isWrong = wrong !== null && typed === null;
  return (
    <span className={cx("relative block min-w-0", className)}>
      <span ref={place} className="relative block">
        <Input
          {...rest}
          {...(isWrong ? { "aria-invalid": true } : {})}
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          placeholder={t("date.example", { example })}
          className="scroll-mb-24 pr-9 text-ellipsis"
          value={typed ?? wrong ?? (date ? inWords(date) : "")}
          onChange={({ target }) => {
            setTyped(target.value);
            onPick(target.value.trim() ? (read(target.value) ?? target.value) : null);
          }}
          onBlur={(event) => {
            setTyped(null);
            onBlur?.(event);
          }}
        />
        <button
          ref={opener}
          type="button"
          aria-label={label}
          title={label}
          aria-haspopup="dialog"
          aria-expanded={state === "open"}
          aria-busy={state === "loading" || undefined}
          className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-c text-ink-2 hover:text-ink"
          onPointerOver={() => void calendar.preload()}
          onFocus={() => void calendar.preload()}
          onClick={() => void open()}
        >
          <CalendarIcon size={15} />
        </button>
      </span>
      {typed !== null && date ? (
        <span
          role="status"
          className="absolute top-[calc(100%+4px)] left-0 z-10 rounded-c border border-line-strong bg-deck px-2 py-1 text-sm text-ink-2 shadow-[0_8px_24px_var(--shade)]"
        >
          = {inWords(date)}
        </span>
      ) : null}
      {isWrong ? (
        <span role="status" className="mt-1.5 block text-sm text-stop">
          {t("date.unread", { example })}
        </span>
      ) : null}
      {state === "open" ? (
        <Suspense>
          <calendar.View
            {...{ label, anchor: place, opener, hasTime, min, max, onPick }}
            value={date}
            onClose={() => setState("closed")}
          />
        </Suspense>
      ) : null}
    </span>
  );
}

const validDate = (time: number): Date | null => (Number.isNaN(time) ? null : new Date(time));

/**
 * A field for an instant, typed or picked as date and time of the user's zone; null while it is empty, and an unread text
 * where it could not be read.
 */
export function DateTime(props: Own & { value: string | null; onChange: (instant: string | null) => void }) {
  const { value, onChange, ...input } = props;
  return (
    <DateInput
      {...input}
      hasTime
      format="moment"
      date={validDate(Date.parse(unreadText(value) === null ? (value ?? "") : ""))}
      wrong={unreadText(value)}
      read={(typed) => readMoment(typed, new Date())}
      onPick={(picked) =>
        onChange(typeof picked === "string" ? unread(picked) : (picked?.toISOString() ?? null))
      }
    />
  );
}

/** A field for a day of the user's calendar, `2026-11-27`; empty for none, and an unread text where it could not be read. */
export function DayInput(
  props: Own & {
    value: DayText | "";
    onChange: (day: DayText | "") => void;
    min?: DayText | undefined;
    max?: DayText | undefined;
    /** Where a typed day without a year is. */
    towards?: "past" | "future";
  },
) {
  const { value, onChange, towards = "past", ...input } = props;
  return (
    <DateInput
      {...input}
      hasTime={false}
      format="date"
      date={startOf(value)}
      wrong={unreadText(value)}
      read={(typed) => startOf(readDay(typed, new Date(), towards) ?? "")}
      onPick={(picked) => onChange(typeof picked === "string" ? unread(picked) : picked ? dayOf(picked) : "")}
    />
  );
}

/** Buttons for the next evenings: "Tomorrow 20:00", "Friday 20:00". */
export function EveningPicks(props: {
  onPick: (instant: string) => void;
  reason?: string | null | undefined;
  className?: string;
}) {
  const format = useFormat();
  const { onPick, reason, className } = props;
  return nextEvenings(new Date(useNow())).map((evening) => (
    <Button
      key={evening.toISOString()}
      size="s"
      reason={reason}
      className={className}
      onClick={() => onPick(evening.toISOString())}
    >
      {format.evening(evening)}
    </Button>
  ));
}
