import type { EventType } from "../../../../worker/features/events/events.fields.ts";
import { WEEKDAYS } from "../../../../worker/features/events/recurrence/recurrence.schema.ts";
import type { Language } from "../../../../worker/lib/wire.schema.ts";
import { DATE_FORMATS } from "../../../lib/format.ts";
import { LOCALES, type Translate } from "../../../lib/i18n/i18n.ts";
import { numberOf } from "../../../lib/number.ts";
import { timeText } from "../../../lib/time-input.ts";
import { withUnit } from "../../../lib/units.ts";
import type { ChangedField } from "./changes.ts";
import { type EventValues, type RepeatValues, type SlotValues, weekdaysOf } from "./form-values.ts";
import { cityOf } from "./zoned.ts";

const NOTHING = "–";

/** "Never", "Every 2 weeks", "Every month on day 26". */
export function repeatText(t: Translate, unit: RepeatValues["unit"], every: number, day: string): string {
  if (unit === "never") return t("event_form.repeat.never");
  if (unit === "last_day") return t("events.repeats.month", { every }) + t("events.repeats.last_day");
  const on = unit === "month" ? t("events.repeats.on_day", { day: Number(day.slice(8)) || 1 }) : "";
  return t(`events.repeats.${unit}`, { every }) + on;
}

/** The weekdays in short: "Tue, Thu". */
const weekdaysText = (repeat: RepeatValues, day: string, language: Language): string => {
  const format = new Intl.DateTimeFormat(LOCALES[language], { weekday: "short" });
  return weekdaysOf(repeat, day)
    .map((weekday) => format.format(new Date(2026, 0, 5 + WEEKDAYS.indexOf(weekday))))
    .join(", ");
};

function ruleText(t: Translate, language: Language, { recurrence, startsAt }: EventValues): string {
  const { unit, every, ends, count, until } = recurrence;
  const text = repeatText(t, unit, numberOf(every) || 1, startsAt.day);
  if (unit === "never") return text;
  return [
    text,
    ...(unit === "week" ? [weekdaysText(recurrence, startsAt.day, language)] : []),
    ...(ends === "count" ? [t("event_form.after_count", { count: numberOf(count) || 0 })] : []),
    ...(ends === "until"
      ? [t("event_form.until", { day: DATE_FORMATS.date(until, language) ?? NOTHING })]
      : []),
  ].join(", ");
}

/** When sign-ups close: "At the start", "90 minutes before", "2 days before". */
export function closesText(t: Translate, minutes: number): string {
  if (minutes === 0) return t("event_form.closes.start");
  const [unit, length] =
    minutes % 1440 === 0
      ? (["day", 1440] as const)
      : minutes % 60 === 0
        ? (["hour", 60] as const)
        : (["minute", 1] as const);
  return t("event_form.closes.before", { length: withUnit(minutes / length, unit) });
}

/** What the words of a value take besides the values. */
export type Names = {
  t: Translate;
  language: Language;
  roleName: (id: number) => string;
  personName: (userId: number) => string;
};

/** A value of a field in words, as the form or the event has it. */
export function valueText(field: string, value: unknown, { t, roleName }: Names): string {
  const texts: Record<string, () => string> = {
    type: () => t(`events.type.${value as EventType}`),
    timeZone: () => cityOf(String(value)),
    maxAttendees: () => String(value ?? "") || t("event_form.no_limit"),
    closesMinutes: () => closesText(t, Number(value)),
    audience: () =>
      value === null ? t("event_form.everybody") : (value as number[]).map(roleName).join(", "),
  };
  if (typeof value === "boolean") return t(value ? "event_form.yes" : "event_form.no");
  return (texts[field]?.() ?? String(value ?? "").trim()) || NOTHING;
}

/** What the form says of a field, in words. */
export function fieldText(field: ChangedField, values: EventValues, names: Names): string {
  const { t, language } = names;
  const { startsAt, lengthMinutes, organizerId, ...others } = values;
  if (field === "day") return DATE_FORMATS.day(startsAt.day, language) || NOTHING;
  if (field === "time")
    return t("event_form.from_to", {
      from: timeText(startsAt.time, language),
      to: timeText(lengthMinutes.to, language),
    });
  if (field === "recurrence") return ruleText(t, language, values);
  if (field === "organizerId") return (organizerId !== null && names.personName(organizerId)) || NOTHING;
  return valueText(field, others[field], names);
}

/** What a slot asks of who takes it. */
function needText(t: Translate, need: SlotValues["need"], shipName: (id: number) => string): string {
  if (!need) return t("event_form.need.anyone");
  if (need.kind === "role") return t("event_form.need.of_role", { role: t(`ships.role.${need.role}`) });
  return need.shipId === null
    ? t("event_form.need.ship")
    : t("event_form.need.of_ship", { ship: shipName(need.shipId) });
}

/** What a slot says in words: name, seats, ship, and who can take it. */
const slotParts = (t: Translate, slot: SlotValues, shipName: (id: number) => string): string[] => [
  slot.name.trim() || NOTHING,
  t("event_form.seats", { count: slot.seats }),
  slot.ship.trim(),
  needText(t, slot.need, shipName),
];

/** A slot in words: "Miner, 4 seats, Prospector, anyone". */
export const slotText = (...parts: Parameters<typeof slotParts>): string =>
  slotParts(...parts)
    .filter(Boolean)
    .join(", ");

/** The parts of a slot that are not those of another one; all of them but the name without another. */
export function slotDifference(
  t: Translate,
  slot: SlotValues,
  other: SlotValues | null,
  shipName: (id: number) => string,
): string {
  const others = other ? slotParts(t, other, shipName) : [];
  const parts = slotParts(t, slot, shipName).filter((each, at) => (other ? each !== others[at] : at > 0));
  return parts.map((each) => each || NOTHING).join(", ");
}
