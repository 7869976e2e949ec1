import type { Feature } from "../../lib/feature.ts";
import { profileRoutes } from "./profiles.routes.ts";

export const profilesFeature = { routes: profileRoutes } satisfies Feature;
