import type { Language } from "../../../../worker/lib/wire.schema.ts";
import { offsetAt, wallAt } from "../../../../worker/lib/zones.schema.ts";
import { LOCALES } from "../../../lib/i18n/i18n.ts";
import { attempt } from "../../../lib/storage.ts";

/** Which clocks change between a date and the one before: the event's, to summer time or from it, or the reader's own alone. */
export type ClockNote = "summer" | "winter" | "own";

/** For each date, whether clocks have changed since the one before; null where nothing is to be said. */
export function clockNotes(instants: readonly string[], timeZone: string, own: string): (ClockNote | null)[] {
  const timeOf = (instant: string, zone: string) => wallAt(instant, zone).slice(11);
  return instants.map((instant, at) => {
    const last = instants[at - 1];
    // A date that was moved by itself is no change of clocks.
    if (last === undefined || timeOf(last, timeZone) !== timeOf(instant, timeZone)) return null;
    const change = offsetAt(instant, timeZone) - offsetAt(last, timeZone);
    if (change === 0) return timeOf(last, own) === timeOf(instant, own) ? null : "own";
    return change > 0 ? "summer" : "winter";
  });
}

const formats = new Map<string, Intl.DateTimeFormat>();

function writtenIn(timeZone: string, language: Language, options: Intl.DateTimeFormatOptions) {
  const key = JSON.stringify([timeZone, language, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(LOCALES[language], { timeZone, ...options });
  formats.set(key, format);
  return format;
}

/** The time of day in a zone: 20:30. */
export const timeIn = (instant: string, timeZone: string, language: Language): string =>
  writtenIn(timeZone, language, { hour: "2-digit", minute: "2-digit" }).format(new Date(instant));

/** The day in a zone: Thu 26 Nov, with the year unless it is the present one. */
export function dayIn(instant: string, timeZone: string, language: Language): string {
  const isThisYear = wallAt(instant, timeZone).slice(0, 4) === wallAt(Date.now(), timeZone).slice(0, 4);
  return writtenIn(timeZone, language, {
    weekday: "short",
    day: "numeric",
    month: "short",
    ...(isThisYear ? {} : { year: "numeric" }),
  })
    .format(new Date(instant))
    .replace(",", "");
}

/** A zone's last part in words: "Buenos Aires" of America/Argentina/Buenos_Aires. */
export const cityOf = (timeZone: string): string =>
  ((RENAMED[timeZone] ?? timeZone).split("/").at(-1) ?? timeZone).replaceAll("_", " ");

/** Zones beside those that a form shows anyway. */
const MOST_ELSEWHERE = 5;

/**
 * The first of some zones whose clocks show something else than those of the event's zone at an instant.
 * @param shown zones that are shown anyway
 */
export function elsewhere<Zone extends { timeZone: string }>(
  zones: readonly Zone[],
  instant: string,
  timeZone: string,
  shown: readonly string[],
): Zone[] {
  const here = wallAt(instant, timeZone);
  const cities = shown.map(cityOf);
  return zones
    .filter((zone) => {
      // The browser may not know a zone that another one knows.
      const there = attempt(() => wallAt(instant, zone.timeZone), here);
      return there !== here && !cities.includes(cityOf(zone.timeZone));
    })
    .slice(0, MOST_ELSEWHERE);
}

/** The day of an instant in a zone, beside that in another one. */
export function dayBeside(instant: string, timeZone: string, other: string): "before" | "same" | "after" {
  const [day, others] = [wallAt(instant, timeZone).slice(0, 10), wallAt(instant, other).slice(0, 10)];
  return day === others ? "same" : day < others ? "before" : "after";
}

/** A zone's short name and distance from UTC at a time: "CET, UTC+1". */
export function zoneText(instant: string, timeZone: string, language: Language): string {
  const nameOf = (timeZoneName: "short" | "shortOffset") =>
    writtenIn(timeZone, language, { timeZoneName })
      .formatToParts(new Date(instant))
      .find(({ type }) => type === "timeZoneName")?.value ?? "";
  const offset = nameOf("shortOffset").replace("GMT", "UTC");
  const name = nameOf("short").replace("GMT", "UTC");
  return name === offset ? offset : `${name}, ${offset}`;
}

/** What zones are called today that browsers list by an earlier name. */
const RENAMED: Readonly<Record<string, string>> = {
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
};

/** Every zone that the browser knows by its place, and UTC; `also` is one that may have another name there. */
export function allZones(also: string): { value: string; label: string }[] {
  const listed = Intl.supportedValuesOf("timeZone").map((zone) => RENAMED[zone] ?? zone);
  const known = [...new Set(["UTC", ...listed])];
  const zones = known.includes(also) ? known : [also, ...known];
  return zones.map((value) => {
    const around = value.split("/").slice(0, -1).reverse().join(", ").replaceAll("_", " ");
    return { value, label: around ? `${cityOf(value)}, ${around}` : value };
  });
}
