/** For tests that wait for other processes: ends one that would wait for ever, and is long enough for any busy machine. */
export const TIME_LIMIT = { timeout: 600_000 };
