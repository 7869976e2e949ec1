import { eq, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "./db/client.ts";
import { defineErrors, problem } from "./errors.ts";
import { type Guard, guard } from "./guard.ts";
import { pauses } from "./pause.table.ts";

const pauseErrors = defineErrors({
  restoring: problem(503)(
    "A backup is being restored, so nothing can be saved for a few minutes. What you entered is still here: try again then.",
    "En backup er ved at blive gendannet, så intet kan gemmes de næste par minutter. Det, du skrev, er her stadig: Prøv igen om lidt.",
  ),
  paused: problem(409)(
    "Automation is paused until an administrator resumes it under System Backup.",
    "Automatikken er sat på pause, til en administrator genoptager den på siden med backuppen.",
  ),
});

/** Seconds after which a request that met a restore may be sent again. */
const RESTORING_SECONDS = 30;

/** The error of a request that would save something while a restore runs. */
export const restoringError = () => pauseErrors.restoring({}, { retryAfterSeconds: RESTORING_SECONDS });

/** SQL: 1 while a restore runs in an organization, 0 or null otherwise. */
export const isLockedIn = (organizationId: SQLWrapper) =>
  sql<0 | 1 | null>`(select is_locked from ${pauses} where organization_id = ${organizationId})`;

/** The guard of what a visitor saves: no session says that a restore runs. */
export const guardUnlocked = (organizationId: number): Guard =>
  guard(sql`coalesce(${isLockedIn(sql`${organizationId}`)}, 0) = 0`, restoringError());

/** The organizations in which nothing acts by itself. */
export async function pausedOrganizations(db: Db): Promise<ReadonlySet<number>> {
  const rows = await db.select({ organizationId: pauses.organizationId }).from(pauses);
  return new Set(rows.map(({ organizationId }) => organizationId));
}

/** Whether nothing acts by itself in an organization. */
export const isPaused = async (db: Db, organizationId: number): Promise<boolean> =>
  (await selectPause(db, organizationId)).length > 0;

/** The statement that reads since when nothing acts by itself in an organization; no row where it does. */
export const selectPause = (db: Db, organizationId: number) =>
  db.select({ since: pauses.since }).from(pauses).where(eq(pauses.organizationId, organizationId));
