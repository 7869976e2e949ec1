import type { CostCase } from "../../../testing/costing.ts";
import { value } from "../../../testing/world.ts";

const first = () => value<number>("select min(id) from teams");

export const costs: CostCase[] = [
  {
    route: "GET /api/team-applications/:orgId?show=open of many",
    request: async () => ({ path: `/api/team-applications/1?teamId=${await first()}` }),
  },
  {
    route: "GET /api/team-applications/:orgId?show=decided",
    request: async () => ({ path: `/api/team-applications/1?teamId=${await first()}&show=decided` }),
  },
];
