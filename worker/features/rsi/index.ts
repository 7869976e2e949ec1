import type { Feature } from "../../lib/feature.ts";
import { deleteEndedRequests } from "./request.ts";
import { rsiRoutes } from "./rsi.routes.ts";
import { rsiAudit } from "./rsi.texts.ts";

export { profileUrl } from "./citizen.ts";
export { rsiAccounts, rsiLosses, rsiRequests } from "./rsi.table.ts";
export { getRsiStatus } from "./status.ts";

export const rsiFeature = {
  routes: [rsiRoutes],
  audit: rsiAudit,
  topics: {
    rsi: [
      { table: "rsi_accounts", on: ["insert", "update", "delete"] },
      // A request goes when its account comes, or long after it has ended; a loss comes when an account goes.
      { table: "rsi_requests", on: ["insert", "update"] },
      { table: "rsi_losses", on: ["delete"] },
    ],
  },
  daily: (context) => [deleteEndedRequests(context)],
} satisfies Feature;
