import type { Feature } from "../../lib/feature.ts";
import { personCommand } from "./profiles.commands.ts";
import { profileRoutes } from "./profiles.routes.ts";

export const profilesFeature = { routes: profileRoutes, commands: [personCommand] } satisfies Feature;
