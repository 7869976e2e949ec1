import { and, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { hoursFrom } from "../../lib/db/columns.ts";
import { OPEN_STAGES, URGENT_HOURS } from "./prospects.schema.ts";
import { prospects } from "./prospects.table.ts";

// Defines a task for every figure, filter and list: a prospect at an open stage with an assignee and a deadline.

/** The latest deadline that counts as urgent, as ISO text. */
export const urgentUntil = (now: Date): string => hoursFrom(now, URGENT_HOURS);

/** SQL condition: a prospect is at an open stage. */
export const isOpen: SQL = inArray(prospects.stage, [...OPEN_STAGES]);

/** SQL condition: an open prospect has an assignee, with or without a deadline. */
export const isInHand = and(isOpen, isNotNull(prospects.assignedTo)) as SQL;

/** SQL condition: a prospect is a task. */
export const isTask = and(isInHand, isNotNull(prospects.deadline)) as SQL;

/** SQL: how many rows of open work are tasks, are overdue, and are due within the urgent hours. */
export function taskCounts(now: Date) {
  const at = now.toISOString();
  const soon = urgentUntil(now);
  const count = (which: SQL) => sql<number>`count(*) filter (where ${which})`;
  return {
    tasks: count(isNotNull(prospects.deadline)),
    overdue: count(sql`${prospects.deadline} < ${at}`),
    dueSoon: count(sql`${prospects.deadline} between ${at} and ${soon}`),
  };
}
