/**
 * What a request may cost in D1 round trips, rows read and rows written, indexes and triggers included. Whatever does
 * not grow reads the same at every size of the tables, give or take GROWTH and what it answers.
 */
export type Budget = { trips: number; written: number; read?: (answered: number) => number; grows?: true };

export const GROWTH = 50;

export const BUDGETS = {
  read: { trips: 2, written: 0, read: (answered) => 3 * answered + 100 },
  // Counts the open work, which does not grow with the table, in an answer of few records.
  figures: { trips: 2, written: 0 },
  search: { trips: 2, written: 0, read: () => 2_000, grows: true },
  // Each figure counts to a hundred at most.
  counted: { trips: 2, written: 0, read: () => 1_000, grows: true },
  unchanged: { trips: 1, written: 0 },
  // Reads all that it answers with, a chunk at a time.
  file: { trips: 25, written: 15, grows: true },
  edit: { trips: 3, written: 15 },
  create: { trips: 3, written: 18 },
  // Several records at once: what becoming active or registering adds to one edit or record.
  several: { trips: 3, written: 15 + 2 * 18 },
  // Two dozen prospects with their histories.
  testData: { trips: 3, written: 900 },
  signIn: { trips: 3, written: 8 },
  refused: { trips: 3, written: 3 },
  // Reads everybody who is or was in the guild; writes its run's record, with two indexes, when it begins and ends.
  syncWithoutNews: { trips: 15, written: 8, grows: true },
  // Stores 300 ships, each with its key, and reads all that are known.
  shipSync: { trips: 5, written: 700, grows: true },
  // Reads everybody likewise, and writes nothing.
  preview: { trips: 2, written: 0, grows: true },
} satisfies Record<string, Budget>;

export type Kind = keyof typeof BUDGETS;

/** Routes that are no edit of one record, by what they are. */
export const KINDS: Record<string, Kind> = {
  "GET /api/prospects/:orgId/team": "figures",
  "GET /api/contracts/:orgId/counts": "counted",
  "GET /api/members/:orgId/export": "file",
  "GET /api/audit/:orgId/export": "file",
  "GET /api/backup/export": "file",
  "GET /api/user/data": "file",
  "GET /api/uex/user/:userId/ships/export": "file",
  "GET /api/discord/role-preview/:orgId": "preview",
  "POST /api/uex/sync-ships": "shipSync",
  // They create the record by which they can be undone.
  "POST /api/prospects/bulk": "create",
  "POST /api/prospects/reassign": "create",
  // Creates the account that was proved.
  "POST /api/rsi/verify/:id/check": "create",
  // Stores ten recovery codes with it.
  "PUT /api/user/second-factor/authenticator": "create",
  // The newest runs of every job, and a row for each of the last hours.
  "GET /api/health/report": "figures",
  "POST /api/health/check": "several",
  // Keeps who pays whom.
  "POST /api/contracts/:id/payout/lock": "several",
  "POST /api/test-data/create": "testData",
  "DELETE /api/test-data/clear": "testData",
  // Makes a user and a member of a prospect.
  "PATCH /api/prospects/:id/status": "several",
};
