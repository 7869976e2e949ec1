import { type SQL, sql } from "drizzle-orm";
import { isAwayAt } from "../../leave/index.ts";

/** SQL condition: that a user was not at an event counts against them: they were not on leave when it began, at `startsAt`. */
export const countsAgainst = (userId: SQL, startsAt: SQL): SQL => sql`not ${isAwayAt(userId, startsAt)}`;
