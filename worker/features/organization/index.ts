import type { Feature } from "../../lib/feature.ts";
import { backedUp } from "../../lib/table-rules.ts";
import { organizationRoutes } from "./organization.routes.ts";
import { PICTURE_BYTES } from "./organization.schema.ts";
import { organizationAudit, organizationSentences } from "./organization.texts.ts";

export { nameOfOrganization, selectProfile, toProfile } from "./organization.rows.ts";
export { FIRST_NAME } from "./organization.schema.ts";
export { organizationProfiles } from "./organization.table.ts";

export const organizationFeature = {
  routes: organizationRoutes,
  tables: {
    organization_profiles: { backup: backedUp("settings") },
    organization_pictures: { backup: { ...backedUp("settings"), page: 2 } },
  },
  audit: organizationAudit,
  sentences: organizationSentences,
  // In base64, with the rest of its document.
  bodyLimits: { "/api/organization/:orgId/pictures": Math.ceil((PICTURE_BYTES / 3) * 4) + 4_096 },
  topics: {
    settings: [
      { table: "organization_profiles", on: ["insert", "update"] },
      { table: "organization_pictures", on: ["insert", "update", "delete"] },
    ],
  },
} satisfies Feature;
