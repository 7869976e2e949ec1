import type { CostCase } from "../../../testing/costing.ts";

export const costs: CostCase[] = [
  {
    route: "POST /api/uex/sync-ships (no news)",
    // Reads all known ships; writes the run's record, with two indexes, at its start and end.
    budget: { trips: 15, written: 8, grows: true },
    request: async ({ caller }) => {
      await caller.ok("POST", "/api/uex/sync-ships");
      return { path: "/api/uex/sync-ships" };
    },
  },
];
