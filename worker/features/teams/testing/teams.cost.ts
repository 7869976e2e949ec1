import type { CostCase } from "../../../testing/costing.ts";
import { value } from "../../../testing/world.ts";

const first = () => value<number>("select min(id) from teams");

export const costs: CostCase[] = [
  {
    route: "GET /api/teams/:id/applications of many",
    request: async () => ({ path: `/api/teams/${await first()}/applications` }),
  },
  {
    route: "GET /api/teams/:id/applications?show=decided",
    request: async () => ({ path: `/api/teams/${await first()}/applications?show=decided` }),
  },
];
