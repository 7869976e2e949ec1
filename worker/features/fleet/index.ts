import type { Feature } from "../../lib/feature.ts";
import { fleetRoutes } from "./fleet.routes.ts";

export const fleetFeature = { routes: fleetRoutes } satisfies Feature;
