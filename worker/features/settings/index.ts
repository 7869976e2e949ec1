import { sql } from "drizzle-orm";
import { deleteOldKeys } from "../../lib/db/idempotency.table.ts";
import type { Feature } from "../../lib/feature.ts";
import { settingsRoutes } from "./settings.routes.ts";
import { settingAudit } from "./settings.texts.ts";

export { organizationId, organizations } from "./settings.table.ts";
export {
  listOrganizations,
  listOrganizationsWith,
  selectRegistration,
  settingIsOn,
  settingNumber,
} from "./settings.ts";

export const settingsFeature = {
  routes: [settingsRoutes],
  audit: settingAudit,
  daily: (context) => [deleteOldKeys(context), context.db.run(sql`pragma optimize`)],
  topics: {
    settings: [{ table: "organization_settings", on: ["insert", "update", "delete"] }],
  },
} satisfies Feature;
