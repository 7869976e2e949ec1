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
  // What a user does is shown by their own page; another user can take a handle away.
  topics: { rsi: [{ table: "rsi_accounts", on: ["insert", "update", "delete"] }] },
  daily: (context) => [deleteEndedRequests(context)],
} satisfies Feature;
