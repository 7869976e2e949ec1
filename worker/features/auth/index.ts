import type { Feature } from "../../lib/feature.ts";
import { deleteOldAttempts } from "./attempts.ts";
import { authRoutes } from "./auth.routes.ts";
import { authAudit, authNotices, authSentences } from "./auth.texts.ts";

export { admit, countAttempt, withinHour } from "./attempts.ts";
export { whereOf } from "./visitor.ts";

export const authFeature = {
  routes: authRoutes,
  tables: { attempts: { backup: { leftOut: "Counts failed sign-ins for minutes." } } },
  daily: (context) => [deleteOldAttempts(context)],
  audit: authAudit,
  sentences: authSentences,
  notices: authNotices,
} satisfies Feature;
