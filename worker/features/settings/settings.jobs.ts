import { sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import { runBatch } from "../../lib/db/client.ts";
import { deleteOldAttempts } from "../auth/attempts.ts";
import { deleteOldReports } from "../bots/gateway/reports.ts";
import { deleteOldBotRuns } from "../bots/run/run.ts";
import { deleteOldRuns } from "../discord/status.ts";
import { rememberMemberTotals } from "../members/members.ts";
import { deleteOldBulkChanges } from "../prospects/bulk.ts";
import { deleteOldActivities } from "../prospects/guild.ts";
import { deleteExpiredSessions } from "../sessions/sessions.ts";

/** Once a day: forgets what has run out and remembers how many members there are. */
export async function upkeep(context: SystemContext): Promise<void> {
  const { db, now } = context;
  await runBatch(db, [
    deleteExpiredSessions(db, now),
    deleteOldAttempts(db, now),
    deleteOldActivities(db, now),
    deleteOldBulkChanges(db, now),
    deleteOldRuns(context),
    deleteOldBotRuns(context),
    deleteOldReports(context),
    rememberMemberTotals(db, now),
    db.run(sql`pragma optimize`),
  ]);
}
