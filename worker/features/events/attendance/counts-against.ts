import { type SQL, sql } from "drizzle-orm";

/** SQL condition: that a user was not at an event counts against them. It begins at `startsAt`. */
export const countsAgainst = (_userId: SQL, _startsAt: SQL): SQL => sql`1`;
