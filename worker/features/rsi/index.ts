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
  daily: (context) => [deleteEndedRequests(context)],
} satisfies Feature;
