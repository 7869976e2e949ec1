import { GATEWAY_LIMITS } from "../../../bot-gateway/protocol.ts";
import type { Feature } from "../../lib/feature.ts";
import { botNotices } from "./alerts.ts";
import { botRoutes } from "./bots.routes.ts";
import { botAudit } from "./bots.texts.ts";
import { deleteOldReports } from "./gateway/reports.ts";
import { deleteOldBotRuns } from "./run/run.ts";

export { botErrors } from "./bots.errors.ts";
export { bots } from "./bots.table.ts";
export { openBotToken, selectBot, selectBotStatuses, selectCrmBot } from "./bots.ts";
export { BotContainer } from "./container/bot-container.ts";
export { BotOutlet } from "./container/bot-outlet.ts";
export { orderCommand } from "./gateway/client.ts";
export { gatewayProblem, gatewayPulse } from "./gateway/states.ts";

const every = ["insert", "update", "delete"] as const;
const organization = "(SELECT organization_id FROM bots WHERE id = row.bot_id)";

export const botsFeature = {
  routes: [botRoutes],
  daily: (context) => [deleteOldBotRuns(context), deleteOldReports(context)],
  audit: botAudit,
  notices: botNotices,
  topics: {
    bots: [
      { table: "bots", on: every },
      { table: "bot_files", on: every, organization },
    ],
    // A log has a topic of its own: it changes all the time.
    bot_logs: [{ table: "bot_logs", on: ["insert"], organization }],
  },
  machinePaths: ["/api/bot-gateway/"],
  bodyLimits: {
    "/api/bot-gateway": GATEWAY_LIMITS.requestBytes,
    // A file of the largest size grows as JSON.
    "/api/bot-files": 3 * GATEWAY_LIMITS.fileBytes,
  },
} satisfies Feature;
