import type { Feature } from "../../lib/feature.ts";
import { applicationRoutes } from "./applications/applications.routes.ts";
import { applicationAudit } from "./applications/applications.texts.ts";
import { contractRoutes } from "./contracts.routes.ts";
import { contractAudit } from "./contracts.texts.ts";
import { payoutRoutes } from "./payouts/payouts.routes.ts";
import { payoutAudit } from "./payouts/payouts.texts.ts";

export { contractApplications } from "./applications/applications.table.ts";
export { selectBalances, selectClosedContracts, toClosedContracts } from "./closed.ts";
export type { ClosedContracts } from "./contracts.schema.ts";
export { contractHistory, contracts } from "./contracts.table.ts";
export {
  contractExpenses,
  contractSplits,
  payoutLedger,
  payoutTransfers,
} from "./payouts/payouts.table.ts";

export const contractsFeature = {
  routes: [contractRoutes],
  audit: contractAudit,
  topics: {
    // Whatever happens to the applications and transfers of a contract changes its own row, too.
    contracts: [{ table: "contracts", on: ["insert", "update", "delete"] }],
  },
} satisfies Feature;

export const applicationsFeature = {
  routes: [applicationRoutes],
  audit: applicationAudit,
  topics: {
    // The others change their contract's row.
    applications: [
      { table: "contract_applications", on: ["insert", "update"], when: "new.contract_id IS NULL" },
    ],
  },
} satisfies Feature;

export const payoutsFeature = {
  routes: [payoutRoutes],
  audit: payoutAudit,
  topics: {
    payouts: [
      { table: "contract_splits", on: ["insert", "update", "delete"] },
      { table: "contract_expenses", on: ["insert", "update", "delete"] },
    ],
  },
} satisfies Feature;
