import { useMemo, useState } from "react";
import { LENGTH } from "../../../../worker/features/events/events.schema.ts";
import { ownZone, wallAt } from "../../../../worker/lib/zones.schema.ts";
import { dayOf, startOf } from "../../../lib/date-input.ts";
import { useLanguage, useT } from "../../../lib/i18n/i18n.ts";
import { isTime, timeText } from "../../../lib/time-input.ts";
import { Combobox } from "../../../ui/combobox.tsx";
import { DayInput } from "../../../ui/date-time.tsx";
import { Field, SelectField } from "../../../ui/field.tsx";
import type { FormParts } from "../../../ui/form.tsx";
import { Section } from "../../../ui/section.tsx";
import { TimeField } from "../../../ui/time-field.tsx";
import { useZones } from "../../availability/index.ts";
import { lengthText } from "../clock.ts";
import { type EventValues, endOfEvent, lengthOf, movedTo, startingAt, startOfEvent } from "./form-values.ts";
import { RepeatFields } from "./repeat-fields.tsx";
import { allZones, cityOf, dayBeside, dayIn, elsewhere, timeIn, zoneText } from "./zoned.ts";

/** The id of the field of the first date, for a form that begins there. */
export const DAY_FIELD = "event-day";

/** When the event is, on the clocks of its zone, and how it repeats. */
export function WhenFields({ form }: { form: FormParts<EventValues> }) {
  const t = useT();
  const { values, set } = form;
  const { startsAt, lengthMinutes, timeZone, recurrence } = values;
  const [isLong, setIsLong] = useState(lengthMinutes.days > 0);
  /** The start that was read last, while another one is typed. */
  const [from, setFrom] = useState<string>(startsAt.time);
  const [first] = useState(timeZone);
  const zones = useMemo(() => allZones(first), [first]);
  const language = useLanguage();
  const start = startOfEvent(values);
  const wrongStart = form.errorOf("startsAt", t("event_form.start_error"));
  const isDayMissing = startOf(startsAt.day) === null;
  const length = lengthOf(values);
  const isTooLong = length > LENGTH.most;
  const wrongLength = form.errorOf("lengthMinutes", t("event_form.length_error"));
  return (
    <Section title={t("events.field.when")} aside={t("event_form.when_hint")}>
      <div className="grid grid-cols-2 gap-x-3.5 gap-y-4 md:grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,3fr)_minmax(0,6fr)]">
        <Field
          id={DAY_FIELD}
          className="max-md:col-span-2"
          label={t("events.field.day")}
          error={isDayMissing || isTime(startsAt.time) ? wrongStart : null}
          required
        >
          <DayInput
            value={startsAt.day}
            towards="future"
            min={dayOf(new Date())}
            onChange={(day) => {
              set("startsAt", { ...startsAt, day });
              set("recurrence", movedTo(recurrence, startsAt.day, day));
            }}
          />
        </Field>
        <Field
          label={t("event_form.field.from")}
          error={!isDayMissing && !isTime(startsAt.time) ? wrongStart : null}
          required
        >
          <TimeField
            value={startsAt.time}
            onChange={(time) => {
              const moved = startingAt(values, from, time);
              set("startsAt", moved.startsAt);
              set("lengthMinutes", moved.lengthMinutes);
              if (isTime(time)) setFrom(time);
            }}
          />
        </Field>
        <Field
          label={t("event_form.field.to")}
          error={start && (wrongLength || isTooLong) ? (wrongLength ?? t("event_form.length_error")) : null}
          required
        >
          <TimeField
            value={lengthMinutes.to}
            onChange={(to) => set("lengthMinutes", { ...lengthMinutes, to })}
          />
        </Field>
        <Field
          className="max-md:col-span-2"
          label={t("events.field.timeZone")}
          error={form.errorOf("timeZone")}
          hint={start ? zoneText(start.instant, timeZone, language) : null}
        >
          <Combobox
            label={t("events.field.timeZone")}
            value={timeZone}
            options={zones}
            onChange={(zone) => zone && set("timeZone", zone)}
            emptyText={t("event_form.no_match")}
          />
        </Field>
        {isLong ? <LastDay form={form} /> : null}
      </div>
      <Elsewhere values={values} onLonger={isLong || !start ? null : () => setIsLong(true)} />
      <RepeatFields form={form} />
    </Section>
  );
}

/** The day on which a long event ends. */
function LastDay({ form }: { form: FormParts<EventValues> }) {
  const t = useT();
  const language = useLanguage();
  const { values, set } = form;
  const options = [0, 1, 2, 3].flatMap((days) => {
    const longer = { ...values, lengthMinutes: { ...values.lengthMinutes, days } };
    const end = endOfEvent(longer);
    const isFitting = end !== null && (lengthOf(longer) <= LENGTH.most || days === values.lengthMinutes.days);
    return isFitting ? [{ value: days, label: dayIn(end, values.timeZone, language) }] : [];
  });
  return (
    <SelectField
      label={t("event_form.field.last_day")}
      className="max-md:col-span-2"
      value={values.lengthMinutes.days}
      options={options}
      onChange={({ target }) => set("lengthMinutes", { ...values.lengthMinutes, days: Number(target.value) })}
    />
  );
}

/** How long it lasts, and what other clocks show when it begins. */
function Elsewhere({ values, onLonger }: { values: EventValues; onLonger: (() => void) | null }) {
  const t = useT();
  const language = useLanguage();
  const { timeZone, startsAt } = values;
  const { data: zones = [] } = useZones();
  const start = startOfEvent(values);
  if (!start) return null;
  const own = ownZone();
  const length = lengthOf(values);
  const { instant } = start;
  const end = endOfEvent(values);
  const isOvernight =
    end !== null && wallAt(end, timeZone).slice(0, 10) !== wallAt(instant, timeZone).slice(0, 10);
  const clock = (zone: string) => ({
    time: (
      <b key="time" className="figure text-ink">
        {timeIn(instant, zone, language)}
      </b>
    ),
    place: cityOf(zone),
    day: t("event_form.day_beside", { day: dayBeside(instant, zone, timeZone) }),
  });
  const typed = timeText(startsAt.time, language);
  return (
    <>
      <p className="mt-2.5 flex flex-wrap gap-x-4 gap-y-1 text-md text-ink-2 tabular-nums">
        {Number.isNaN(length) ? null : (
          <span>
            {lengthText(t, length * 60_000)}
            {isOvernight && end
              ? `, ${t("event_form.until", { day: dayIn(end, timeZone, language) })}`
              : null}
          </span>
        )}
        {timeZone === "UTC" ? null : (
          <span>
            {clock("UTC").time} UTC{clock("UTC").day}
          </span>
        )}
        {own === timeZone ? null : <span>{t.rich("event_form.in_own", clock(own))}</span>}
        {elsewhere(zones, instant, timeZone, ["UTC", own]).map((zone) => (
          <span key={zone.timeZone}>
            {t.rich("event_form.in_zone", { ...clock(zone.timeZone), count: zone.people })}
          </span>
        ))}
        {onLonger ? (
          <button type="button" className="link text-md" onClick={onLonger}>
            {t("event_form.longer")}
          </button>
        ) : null}
      </p>
      {start.isMoved || start.isTwice ? (
        <p role="status" className="mt-1.5 text-md text-wait">
          {start.isMoved
            ? t("event_form.skipped", { time: typed, moved: timeIn(instant, timeZone, language) })
            : t("event_form.twice", { time: typed })}
        </p>
      ) : null}
    </>
  );
}
