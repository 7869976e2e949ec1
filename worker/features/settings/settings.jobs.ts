import { sql } from "drizzle-orm";
import type { SystemContext } from "../../context.ts";
import { runBatch } from "../../db/client.ts";
import { deleteOldAttempts } from "../auth/attempts.service.ts";
import { deleteExpiredSessions } from "../auth/sessions.service.ts";
import { deleteOldReports } from "../bots/bots.reports.service.ts";
import { deleteOldBotRuns } from "../bots/bots.run.service.ts";
import { deleteOldRuns } from "../discord/discord.service.ts";
import { rememberMemberTotals } from "../members/members.service.ts";
import { deleteOldBulkChanges } from "../prospects/prospects.bulk.service.ts";
import { deleteOldActivities } from "../prospects/prospects.guild.service.ts";

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
