/** Deadlines that can be set with one press: name of the text and the number of days from now. */
export const QUICK_PICKS = [
  { name: "day1", days: 1 },
  { name: "days3", days: 3 },
  { name: "days4", days: 4 },
  { name: "days5", days: 5 },
  { name: "weeks2", days: 14 },
  { name: "months6", days: 180 },
] as const;

const DAY = 86_400_000;

/** The instant this many times 24 hours from now, ISO 8601. */
export function inDays(days: number, now: number): string {
  return new Date(now + days * DAY).toISOString();
}

const two = (value: number) => String(value).padStart(2, "0");

/** An instant as the value of a datetime-local field, in the reader's time zone; empty for none. */
export function toLocalInput(instant: string | null): string {
  if (!instant) return "";
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return "";
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The instant that a datetime-local field's value means here; null when it is empty or incomplete. */
export function fromLocalInput(value: string): string | null {
  const time = value === "" ? Number.NaN : new Date(value).getTime();
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
