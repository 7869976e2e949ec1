/**
 * Limits of a request in D1 round trips, rows read and rows written, indexes and triggers included. A request without
 * `grows` reads the same at every size of the tables, within GROWTH and what it answers.
 */
export type Budget = { trips: number; written: number; read?: (answered: number) => number; grows?: true };

export const GROWTH = 50;

/** The budgets that requests of many features keep to. */
export const BUDGETS = {
  read: { trips: 2, written: 0, read: (answered) => 3 * answered + 100 },
  // Counts the open work, which does not grow with the table; answers few records.
  figures: { trips: 2, written: 0 },
  search: { trips: 2, written: 0, read: () => 2_000, grows: true },
  // Each figure counts to at most a hundred.
  counted: { trips: 2, written: 0, read: () => 1_000, grows: true },
  unchanged: { trips: 1, written: 0 },
  // Reads everything that it answers, in chunks.
  file: { trips: 25, written: 15, grows: true },
  edit: { trips: 3, written: 15 },
  create: { trips: 3, written: 18 },
  // Several records at once: becoming active or registering in addition to one edit or record.
  several: { trips: 3, written: 15 + 2 * 18 },
  signIn: { trips: 3, written: 8 },
  refused: { trips: 3, written: 3 },
} satisfies Record<string, Budget>;

export type Kind = keyof typeof BUDGETS;
