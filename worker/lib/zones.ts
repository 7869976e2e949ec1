// This entry never uses the runtime's own Temporal, as the package's main one does.
import { Temporal } from "temporal-polyfill/implementation";

/**
 * The instant of a time on a zone's clocks, in UTC with milliseconds: the first of two where clocks are set back. A time
 * that they skip is shifted to the end of the gap.
 */
export function instantOf(wall: string, timeZone: string): { startsAt: string; shifted: boolean } {
  const time = Temporal.PlainDateTime.from(wall);
  // Before a gap by its length, where the time is in one.
  const found = time.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  const shifted = !found.toPlainDateTime().equals(time);
  const start = (shifted && found.getTimeZoneTransition("next")) || found;
  return { startsAt: new Date(start.epochMilliseconds).toISOString(), shifted };
}

/** What a zone's clocks show at an instant, to the minute. */
export function wallOf(instant: string, timeZone: string): string {
  const wall = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return wall.toString({ smallestUnit: "minute" });
}
