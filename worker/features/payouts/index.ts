import { sql } from "drizzle-orm";
import type { Feature } from "../../lib/feature.ts";
import { backedUp, COUNTER, isOfUser, OTHERS, OURS, type Tables } from "../../lib/table-rules.ts";
import { attachToContracts } from "../contracts/index.ts";
import { payoutNeeds } from "./needs.ts";
import { payoutsOfContracts } from "./of-contracts.ts";
import { payoutRoutes } from "./payouts.routes.ts";
import { payoutAudit, payoutNotices } from "./payouts.texts.ts";

export { selectBalances, selectDoneContracts, toDoneContracts } from "./money.ts";
export type { DoneContracts } from "./payouts.schema.ts";

const payoutTables: Tables = {
  contract_splits: {
    backup: backedUp("members"),
    personal: {
      leftOut:
        "How pay is split among several people; your transfers and what the ledger holds for you are here.",
    },
  },
  contract_expenses: {
    backup: backedUp("members"),
    personal: {
      isOf: isOfUser,
      columns: [
        ...["id", "contract_id", "user_id", "name", "amount", "note", "status", "created_at", "updated_at"],
      ],
      without: { organization_id: OURS, decided_by: OTHERS, version: COUNTER },
    },
  },
  payout_transfers: {
    backup: backedUp("members"),
    personal: {
      isOf: ({ userId }) => sql`(payer = ${userId} or receiver = ${userId})`,
      columns: [
        ...["id", "contract_id", "payer_name", "receiver_name", "amount", "fee", "currency", "sent_at"],
        ...["confirmed_at", "reason", "updated_at"],
      ],
      without: { organization_id: OURS, payer: OTHERS, receiver: OTHERS, sent_by: OTHERS, version: COUNTER },
    },
  },
  payout_ledger: {
    backup: backedUp("members"),
    personal: {
      isOf: isOfUser,
      columns: ["id", "contract_id", "account", "user_id", "name", "amount", "currency", "created_at"],
      without: { organization_id: OURS },
    },
  },
};

attachToContracts({ payouts: payoutsOfContracts });

export const payoutsFeature = {
  routes: payoutRoutes,
  tables: payoutTables,
  audit: payoutAudit,
  needs: payoutNeeds,
  notices: payoutNotices,
  topics: {
    payouts: [
      { table: "contract_splits", on: ["insert", "update", "delete"] },
      { table: "contract_expenses", on: ["insert", "update", "delete"] },
    ],
  },
} satisfies Feature;
