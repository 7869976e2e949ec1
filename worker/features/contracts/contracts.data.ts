import { sql } from "drizzle-orm";
import { personalColumns } from "../../lib/fields.ts";
import {
  backedUp,
  backedUpBelow,
  COUNTER,
  OTHERS,
  OURS,
  type Tables,
  WITH_USER,
} from "../../lib/table-rules.ts";
import { contractFields } from "./contracts.fields.ts";

const TRANSFERS = "Counts transfers; those that are yours stand by themselves.";

export const contractTables: Tables = {
  contracts: {
    backup: backedUp("members"),
    personal: {
      isOf: (owner) => sql`organization_id = ${owner.organizationId} and (assigned_to = ${owner.userId}
        or (select id from members where user_id = ${owner.userId}) in (posted_by, created_by))`,
      columns: [
        "id",
        ...personalColumns(contractFields).columns,
        ...["pay", "status", "posted_at", "closed_at", "created_at", "updated_at"],
      ],
      without: {
        organization_id: OURS,
        assigned_to: OTHERS,
        posted_by: OTHERS,
        posted_by_user: OTHERS,
        created_by: OTHERS,
        applications: "Counts applications, which are others'.",
        transfers: TRANSFERS,
        transfers_sent: TRANSFERS,
        transfers_confirmed: TRANSFERS,
        search_text: "Repeats title and place in lower case.",
        version: COUNTER,
      },
    },
  },
  contract_history: {
    backup: backedUpBelow("members", "contract_id", "contracts"),
    personal: {
      isOf: ({ userId }) => sql`performed_by_id = ${userId}`,
      columns: ["id", "contract_id", "action", "previous_value", "new_value", "notes", "created_at"],
      without: {
        performed_by: "Your own name.",
        performed_by_id: WITH_USER,
        changes: "Values of a record that is the organization's.",
      },
    },
  },
};
