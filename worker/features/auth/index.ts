import type { Feature } from "../../lib/feature.ts";
import { deleteOldAttempts } from "./attempts.ts";
import { authRoutes } from "./auth.routes.ts";
import { authAudit } from "./auth.texts.ts";

export { attemptKey, checkAttempts, countAttempt } from "./attempts.ts";

export const authFeature = {
  routes: [authRoutes],
  daily: (context) => [deleteOldAttempts(context)],
  audit: authAudit,
} satisfies Feature;
