/** The innermost cause of an error: the text of drizzle's wrapper repeats every value of the statement. */
export function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error;
}

/** The text of an error for the log, without the values of the statement that failed. */
export const faultText = (error: unknown): string => String(rootOf(error));
