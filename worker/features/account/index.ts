import type { Feature } from "../../lib/feature.ts";
import { meCommand } from "./account.commands.ts";
import { accountRoutes } from "./account.routes.ts";
import { accountAudit } from "./profile.ts";

export { type CurrentUser, currentUser } from "./account.schema.ts";
export { heldBack, type ProfileRow, selectProfiles, toCurrentUser } from "./profile.ts";

export const accountFeature = {
  routes: accountRoutes,
  audit: accountAudit,
  commands: (features) => [meCommand(features)],
} satisfies Feature;
