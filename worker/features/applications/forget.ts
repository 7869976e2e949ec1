import { sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { PURGE_DAYS } from "./applications.schema.ts";
import { contractApplications, NO_ANSWERS } from "./applications.table.ts";
import { parts } from "./attached.ts";

/** SQL condition: an application has its answers. */
export const hasAnswers = sql`${contractApplications.experience} <> ''`;

/** The statements that delete the answers of applications that were declined PURGE_DAYS ago; who and when stays. */
export function forgetDeclined({ db, now }: SystemContext): Statement[] {
  const before = hoursFrom(now, -24 * PURGE_DAYS);
  const due = sql`select id from ${contractApplications}
    where status = 'declined' and experience <> '' and decided_at < ${before}`;
  return [
    ...parts().whenForgotten(db, due),
    db
      .update(contractApplications)
      .set({ ...NO_ANSWERS, message: null })
      .where(sql`id in (${due})`),
  ];
}
