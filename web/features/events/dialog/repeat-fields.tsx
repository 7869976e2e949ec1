import type { ReactNode } from "react";
import {
  COUNT_LEAST,
  COUNT_MOST,
  EVERY_MOST,
  misfitOf,
  WEEKDAYS,
} from "../../../../worker/features/events/recurrence/recurrence.schema.ts";
import { startOf } from "../../../lib/date-input.ts";
import { LOCALES, useLanguage, useT } from "../../../lib/i18n/i18n.ts";
import { numberOf } from "../../../lib/number.ts";
import { Button } from "../../../ui/button.tsx";
import { DayInput } from "../../../ui/date-time.tsx";
import { Field, FieldNotes, SelectField } from "../../../ui/field.tsx";
import type { FormParts } from "../../../ui/form.tsx";
import { type EventValues, mayEndMonths, type RepeatValues, ruleOf, weekdaysOf } from "./form-values.ts";
import { Stepper } from "./stepper.tsx";
import { repeatText } from "./words.ts";

/** A label, for the eye alone, above controls that have names of their own. */
const Labelled = (props: { label: string; className?: string; children: ReactNode }) => (
  <div className={props.className ?? "min-w-0"}>
    <span aria-hidden="true" className="mb-[5px] block text-md text-ink-2">
      {props.label}
    </span>
    {props.children}
  </div>
);

/** How the event repeats, and when that ends. */
export function RepeatFields({ form }: { form: FormParts<EventValues> }) {
  const t = useT();
  const { values } = form;
  const { recurrence, startsAt } = values;
  const { day } = startsAt;
  const set = (more: Partial<RepeatValues>) => form.set("recurrence", { ...recurrence, ...more });
  const { unit, ends } = recurrence;
  const every = numberOf(recurrence.every) || 1;
  const error = form.errorOf("recurrence", t("event_form.repeat_error"));
  const rule = ruleOf(recurrence, day);
  const isTooEarly = rule !== null && recurrence.until !== "" && misfitOf(rule, `${day}T00:00`) === "ends";
  const units: RepeatValues["unit"][] = ["never", "day", "week", "month", "last_day", "year"];
  const leftOut =
    unit === "month" && Number(day.slice(8)) > 28
      ? t("event_form.left_out.month", { day: Number(day.slice(8)) })
      : unit === "year" && day.endsWith("-02-29")
        ? t("event_form.left_out.year")
        : null;
  const endError = isTooEarly ? t("event_form.ends_early") : error;
  return (
    <div className="mt-4">
      <div className="flex flex-wrap items-start gap-x-3.5 gap-y-4 max-md:*:w-full">
        <SelectField
          label={t("events.field.recurrence")}
          className="min-w-0 md:w-[200px]"
          value={unit}
          options={units
            .filter((each) => each !== "last_day" || unit === each || mayEndMonths(day))
            .map((value) => ({ value, label: repeatText(t, value, every, day) }))}
          onChange={({ target }) => {
            const next = target.value as RepeatValues["unit"];
            set({ unit: next, weekdays: next === "week" ? weekdaysOf(recurrence, day) : [] });
          }}
        />
        {unit === "never" ? null : (
          <Labelled label={t("event_form.field.every")}>
            <Stepper
              label={t("event_form.field.every")}
              value={recurrence.every}
              least={1}
              most={EVERY_MOST}
              onChange={(next) => set({ every: next })}
            />
          </Labelled>
        )}
        {unit === "week" ? <Weekdays repeat={recurrence} day={day} onChange={set} /> : null}
        {unit === "never" ? null : (
          <div className="flex flex-wrap items-start gap-x-3.5 gap-y-4">
            <SelectField
              label={t("event_form.field.ends")}
              className="min-w-0 flex-1 md:w-[160px] md:flex-none"
              value={ends}
              options={(["never", "count", "until"] as const).map((value) => ({
                value,
                label: t(`event_form.ends.${value}`),
              }))}
              onChange={({ target }) => set({ ends: target.value as RepeatValues["ends"] })}
            />
            {ends === "count" ? (
              <Labelled label={t("event_form.field.count")}>
                <Stepper
                  label={t("event_form.field.count")}
                  value={recurrence.count}
                  least={COUNT_LEAST}
                  most={COUNT_MOST}
                  isWrong={error !== undefined}
                  onChange={(count) => set({ count })}
                />
              </Labelled>
            ) : null}
            {ends === "until" ? (
              <Field
                label={t("event_form.field.until")}
                className="min-w-0 max-md:w-full md:w-[190px]"
                error={endError}
                required
              >
                <DayInput
                  value={recurrence.until}
                  towards="future"
                  {...(startOf(day) ? { min: day } : {})}
                  onChange={(until) => set({ until })}
                />
              </Field>
            ) : null}
          </div>
        )}
      </div>
      {unit !== "never" && ends !== "until" ? <FieldNotes id="event-repeats" error={error} /> : null}
      {leftOut ? <p className="mt-2 hint">{leftOut}</p> : null}
    </div>
  );
}

/** Monday 5 January 2026 and the six days after it. */
const WEEK = WEEKDAYS.map((weekday, at) => [weekday, new Date(2026, 0, 5 + at)] as const);

/** The days of the week on which it repeats; that of the first date is always one of them. */
function Weekdays(props: {
  repeat: RepeatValues;
  day: string;
  onChange: (change: Pick<RepeatValues, "weekdays">) => void;
}) {
  const t = useT();
  const language = useLanguage();
  const { repeat, day, onChange } = props;
  const chosen = weekdaysOf(repeat, day);
  const [first] = weekdaysOf({ ...repeat, weekdays: [] }, day);
  const name = (date: Date, form: "long" | "narrow") =>
    new Intl.DateTimeFormat(LOCALES[language], { weekday: form }).format(date);
  return (
    <Labelled label={t("event_form.field.weekdays")}>
      <fieldset
        aria-label={t("event_form.field.weekdays")}
        className="grid grid-cols-7 gap-1 [&>.btn]:h-[38px] [&>.btn]:min-w-0 [&>.btn]:px-0"
      >
        {WEEK.map(([weekday, date]) => (
          <Button
            key={weekday}
            aria-label={name(date, "long")}
            aria-pressed={chosen.includes(weekday)}
            reason={weekday === first ? t("event_form.first_weekday") : null}
            className="border-edge bg-deck text-ink-2 uppercase md:w-8 aria-pressed:border-ice aria-pressed:bg-ice-dim aria-pressed:text-ink"
            onClick={() =>
              onChange({
                weekdays: chosen.includes(weekday)
                  ? chosen.filter((each) => each !== weekday)
                  : [...chosen, weekday],
              })
            }
          >
            {name(date, "narrow")}
          </Button>
        ))}
      </fieldset>
    </Labelled>
  );
}
