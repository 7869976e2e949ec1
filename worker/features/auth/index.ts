import type { Feature } from "../../lib/feature.ts";
import { deleteOldAttempts } from "./attempts.ts";
import { authRoutes } from "./auth.routes.ts";
import { authAudit, authNotices } from "./auth.texts.ts";

export { admit, countAttempt } from "./attempts.ts";

export const authFeature = {
  routes: [authRoutes],
  daily: (context) => [deleteOldAttempts(context)],
  audit: authAudit,
  notices: authNotices,
} satisfies Feature;
