import { sql } from "drizzle-orm";
import type { Db } from "../../lib/db/client.ts";
import { URGENT_HOURS } from "./prospects.schema.ts";
import { prospects } from "./prospects.table.ts";
import { urgentUntil } from "./read.ts";

/**
 * When time alone next changes what is overdue or urgent in an organization, null for never: a deadline
 * passes, or comes within the hours in which it counts as urgent. Reads the next prospect of each.
 */
export async function nextDeadlineMoment(db: Db, organizationId: number, now: Date): Promise<Date | null> {
  const after = (from: string) => sql`(
    select deadline from ${prospects}
    where organization_id = ${organizationId} and position > ${`${from}!`} and position < '~'
      and status <> 'inactive'
    order by position limit 1)`;
  const row = await db.get<{ passes: string | null; urgent: string | null }>(
    sql`select ${after(now.toISOString())} as passes, ${after(urgentUntil(now))} as urgent`,
  );
  const moments = [
    ...(row?.passes ? [Date.parse(row.passes)] : []),
    ...(row?.urgent ? [Date.parse(row.urgent) - URGENT_HOURS * 3_600_000] : []),
  ];
  return moments.length ? new Date(Math.min(...moments) + 1) : null;
}
