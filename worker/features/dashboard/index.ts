import type { Feature } from "../../lib/feature.ts";
import { dashboardRoutes } from "./dashboard.routes.ts";

export const dashboardFeature = { routes: [dashboardRoutes] } satisfies Feature;
