import type { CostCase } from "../../../testing/costing.ts";
import { value } from "../../../testing/world.ts";

const full = () => value<number>("select min(id) from webhooks");

export const costs: CostCase[] = [
  {
    route: "GET /api/webhooks/:id/deliveries",
    request: async () => ({ path: `/api/webhooks/${await full()}/deliveries` }),
  },
  {
    route: "GET /api/webhooks/:id/deliveries?state=failed",
    kind: "search",
    request: async () => ({ path: `/api/webhooks/${await full()}/deliveries?state=failed` }),
  },
  {
    route: "GET /api/webhooks/:id/figures",
    // Each of the 1,000 kept deliveries, by the index.
    budget: { trips: 2, written: 0, read: () => 2_100, grows: true },
    request: async () => ({ path: `/api/webhooks/${await full()}/figures` }),
  },
];
