import type { CostCase } from "../../../testing/costing.ts";

export const costs: CostCase[] = [
  {
    route: "POST /api/uex/sync-ships (no news)",
    kind: "syncWithoutNews",
    request: async ({ caller }) => {
      await caller.ok("POST", "/api/uex/sync-ships");
      return { path: "/api/uex/sync-ships" };
    },
  },
];
