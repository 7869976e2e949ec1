import type { Feature } from "../../lib/feature.ts";
import { attachToContracts } from "../contracts/index.ts";
import { payoutsOfContracts } from "./of-contracts.ts";
import { payoutTables } from "./payouts.data.ts";
import { payoutRoutes } from "./payouts.routes.ts";
import { payoutAudit, payoutNotices } from "./payouts.texts.ts";

export { selectBalances, selectDoneContracts, toDoneContracts } from "./money.ts";
export type { DoneContracts } from "./payouts.schema.ts";

attachToContracts({ payouts: payoutsOfContracts });

export const payoutsFeature = {
  routes: payoutRoutes,
  tables: payoutTables,
  audit: payoutAudit,
  notices: payoutNotices,
  topics: {
    payouts: [
      { table: "contract_splits", on: ["insert", "update", "delete"] },
      { table: "contract_expenses", on: ["insert", "update", "delete"] },
    ],
  },
} satisfies Feature;
