import { sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { organizations, settingNumber } from "../settings/index.ts";
import { eraseThreads } from "./joining.announcements.ts";
import { admissionMessages, admissions } from "./joining.table.ts";

/**
 * The statements that delete drafts that were begun long ago, and the answers and messages of applications that were declined
 * or withdrawn long ago; who applied and what was decided stays.
 */
export function purgeOld({ db, now }: SystemContext): Statement[] {
  const at = now.toISOString();
  const before = sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${at}, '-' || ${settingNumber(organizations.id, "purge_days")} || ' days')`;
  const due = sql`select a.id from ${organizations} cross join ${admissions} a on a.organization_id = ${organizations.id}
    and a.kept_from < ${before}
    and a.status in ('draft', 'declined', 'withdrawn') and a.purged_at is null`;
  return [
    ...eraseThreads({ db, now }, due),
    db.run(sql`delete from ${admissionMessages} where admission_id in (${due})`),
    db.run(sql`delete from ${admissions} where id in (${due}) and status = 'draft'`),
    db.run(sql`update ${admissions} set answers = '{}', corrections = '{}', words = null, by_code = null,
      purged_at = ${at}, updated_at = ${at} where id in (${due})`),
  ];
}
