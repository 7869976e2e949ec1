import type { Feature } from "../../lib/feature.ts";
import { fleetRoutes } from "./fleet.routes.ts";
import { shipSearch } from "./fleet.search.ts";

export const fleetFeature = { routes: fleetRoutes, search: [shipSearch] } satisfies Feature;
