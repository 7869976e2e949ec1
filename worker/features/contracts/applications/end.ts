import { sql } from "drizzle-orm";
import type { Context } from "../../../lib/context.ts";
import type { Statement } from "../../../lib/db/client.ts";
import { contractApplications } from "./applications.table.ts";

/** The statement that declines the open applications for a contract, but for one that is kept. */
export const declineOthers = (
  { db, actor, now }: Context,
  contractId: number,
  keptId: number | null = null,
): Statement =>
  db.run(sql`update ${contractApplications} set status = 'declined', decided_by = ${actor.name},
      decided_at = ${now.toISOString()}, updated_at = ${now.toISOString()}, version = version + 1
    where contract_id = ${contractId} and status = 'pending' and id is not ${keptId}`);
