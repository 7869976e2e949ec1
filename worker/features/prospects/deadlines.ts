import { sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import type { JobResult } from "../../lib/feature.ts";
import { write } from "../../lib/guard.ts";
import { notices } from "../../lib/notices.table.ts";
import { members } from "../members/index.ts";
import { URGENT_HOURS } from "./prospects.schema.ts";
import { prospects } from "./prospects.table.ts";
import { prospectNotices } from "./prospects.texts.ts";
import { isTask, urgentUntil } from "./tasks.ts";

/** Most notices of one run; the next run continues. */
const MOST = 200;
/** Hours for which a past deadline is still told of. */
const LATE_HOURS = 24;
/** Milliseconds within which a deadline can have been told of: ids of notices are times. */
const ASKED_MS = (URGENT_HOURS + LATE_HOURS + 1) * 3_600_000;

/** Notifies assignees once of each deadline that is near or has just passed. */
export async function tellDeadlines(context: SystemContext, organizationId: number): Promise<JobResult> {
  const { db, now } = context;
  // Read before writing, since the written notices change the result.
  const due = await db.all<{ id: number; details: string }>(sql`select ${members.userId} as id,
      json_object('id', ${prospects.id}, 'name', ${prospects.displayName}, 'deadline', ${prospects.deadline}) as details
    from ${prospects} cross join ${members} on ${members.id} = ${prospects.assignedTo} and ${members.status} = 'active'
    where ${prospects.organizationId} = ${organizationId} and ${isTask}
      and ${prospects.position} between ${hoursFrom(now, -LATE_HOURS)} and ${`${urgentUntil(now)}!`}
      and not exists (select 1 from ${notices} n where n.organization_id = ${organizationId}
        and n.user_id = ${members.userId} and n.id > ${now.getTime() - ASKED_MS} and n.kind = 'prospect.due'
        and n.details ->> 'id' = ${prospects.id} and n.details ->> 'deadline' = ${prospects.deadline})
    order by ${prospects.position} limit ${MOST}`);
  if (due.length > 0) {
    const each = sql`select value ->> 'id' as id, value ->> 'details' as details from json_each(${JSON.stringify(due)})`;
    await write(db, prospectNotices.writeEach(context, each, "prospect.due"));
  }
  return { outcome: "done", counts: { told: due.length } };
}
