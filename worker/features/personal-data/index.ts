import type { Feature } from "../../lib/feature.ts";
import { personalDataRoutes } from "./personal-data.routes.ts";
import { personalDataAudit } from "./personal-data.texts.ts";

export const personalDataFeature = {
  routes: [personalDataRoutes],
  audit: personalDataAudit,
} satisfies Feature;
