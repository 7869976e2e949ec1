/** Ends the work of a request whose cached actor is stale; it runs again with the fresh one, and no client is told. */
export class StaleActor extends Error {}

/** The innermost cause of an error: the text of drizzle's wrapper repeats every value of the statement. */
export function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error;
}

/**
 * The text of an error for the log: without the values of the statement that failed, and without what errors of the
 * platform quote, such as the text that is no JSON or an address that cannot be asked.
 */
export const faultText = (error: unknown): string =>
  String(rootOf(error))
    .replace(/"[^"]*"?|`[^`]*`?/g, "…")
    .replace(/\bhttps?:\S+/g, "…")
    .slice(0, 500);

/** Where an error was thrown, without its text. */
export function placesOf(error: unknown): string[] {
  const root = rootOf(error);
  const stack = (root instanceof Error && root.stack) || "";
  return stack.split("\n").flatMap((line) => /^ +at .*/.exec(line)?.[0].trim() ?? []);
}
