/** A text on one line; the time is proportional to its length for any content. */
export const oneLine = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join(" ");

/** An error as one line of at most 300 characters: its message and, for a system error, its code. */
export function errorText(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error)).slice(0, 300);
}
