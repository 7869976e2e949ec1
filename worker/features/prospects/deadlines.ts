import { sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import type { JobResult } from "../../lib/feature.ts";
import { write } from "../../lib/guard.ts";
import { notices } from "../../lib/notices.table.ts";
import { ASKING_FROM } from "../../lib/notify.ts";
import { members } from "../members/index.ts";
import { prospects } from "./prospects.table.ts";
import { prospectNotices } from "./prospects.texts.ts";
import { isTask, urgentUntil } from "./tasks.ts";

/** Most notices of one run; the next run continues. */
const MOST = 200;

/** Notifies assignees once of each near or past deadline; a trigger deletes the notice when the deadline changes. */
export async function tellDeadlines(context: SystemContext, organizationId: number): Promise<JobResult> {
  const { db, now } = context;
  // Read before writing, since the written notices change the result.
  const due = await db.all<{ id: number; details: string }>(sql`select ${members.userId} as id,
      json_object('id', ${prospects.id}, 'name', ${prospects.displayName}, 'deadline', ${prospects.deadline}) as details
    from ${prospects} cross join ${members} on ${members.id} = ${prospects.assignedTo} and ${members.status} = 'active'
    where ${prospects.organizationId} = ${organizationId} and ${prospects.position} < ${`${urgentUntil(now)}!`} and ${isTask}
      and not exists (select 1 from ${notices} n where n.organization_id = ${organizationId}
        and n.user_id = ${members.userId} and n.id >= ${ASKING_FROM} and n.kind = 'prospect.due'
        and n.details ->> 'id' = ${prospects.id})
    order by ${prospects.position} limit ${MOST}`);
  if (due.length > 0) {
    const each = sql`select value ->> 'id' as id, value ->> 'details' as details from json_each(${JSON.stringify(due)})`;
    await write(db, prospectNotices.writeEach(context, each, "prospect.due"));
  }
  return { outcome: "done", counts: { told: due.length } };
}
