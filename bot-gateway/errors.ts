/** An error as one line of at most 300 characters: its message and, for a system error, its code. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s*\n\s*/g, " ").slice(0, 300);
}
