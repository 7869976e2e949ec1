/** An instant as the value of a datetime-local field, in the reader's time zone; empty for none. */
export function toLocalInput(instant: string | null): string {
  const time = Date.parse(instant ?? "");
  if (Number.isNaN(time)) return "";
  const local = new Date(time - new Date(time).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The instant that a datetime-local field's value means here; null when it is empty or incomplete. */
export function fromLocalInput(value: string): string | null {
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
