import type { CostCase } from "../../../testing/costing.ts";
import { value } from "../../../testing/world.ts";

export const costs: CostCase[] = [
  {
    route: "GET /api/contract-applications/:orgId?contractId=",
    request: async () => {
      const id = await value<number>("select contract_id from contract_applications where id = 1");
      return { path: `/api/contract-applications/1?contractId=${id}` };
    },
  },
];
