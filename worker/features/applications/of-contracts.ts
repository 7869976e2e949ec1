import { sql } from "drizzle-orm";
import { type Attached, contracts } from "../contracts/index.ts";
import { contractApplications } from "./applications.table.ts";
import { applicationNotices } from "./applications.texts.ts";

/** A move of a contract to one of these states declines its pending applications. */
const ENDING = ["accepted", "cancelled", "draft"];

export const applicationsOfContracts: Attached["applications"] = {
  ownApplication: ({ userId }) => sql<number | null>`(select id from ${contractApplications}
    where user_id = ${userId} and contract_id = ${contracts.id} and kind = 'contract' and status = 'pending')`,
  whenMoved(context, { id: contractId, title: subject }, to) {
    if (!ENDING.includes(to)) return [];
    const { db, actor, now } = context;
    const at = now.toISOString();
    const areOpen = sql`contract_id = ${contractId} and status = 'pending'`;
    const applicants = sql`select user_id as id from ${contractApplications}
      where ${areOpen} and user_id is not ${actor.userId}`;
    return [
      ...applicationNotices.write(context, applicants, "application.contract_gone", { subject, contractId }),
      db.run(sql`update ${contractApplications} set status = 'declined', decided_by = ${actor.name}, decided_at = ${at},
          updated_at = ${at}, version = version + 1
        where ${areOpen}`),
    ];
  },
  figures({ userId }) {
    const waiting = (kind: "contract" | "security") => sql`select 1 from ${contractApplications}
      where user_id = ${userId} and status = 'pending' and kind = ${sql.raw(`'${kind}'`)}`;
    // Each kind has its own index.
    return { applications: sql`${waiting("contract")} union all ${waiting("security")}` };
  },
};
