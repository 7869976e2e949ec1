/** What went wrong at the bottom: what drizzle wraps around it repeats every value of the statement. */
export function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error;
}

/** An error as the log may hold it, without the values of the statement that failed. */
export const faultText = (error: unknown): string => String(rootOf(error));
