import { sql } from "drizzle-orm";
import { deleteOldBudgets } from "../../lib/db/daily-budgets.table.ts";
import { deleteOldKeys } from "../../lib/db/idempotency.table.ts";
import type { Feature } from "../../lib/feature.ts";
import { backedUp } from "../../lib/table-rules.ts";
import { settingsRoutes } from "./settings.routes.ts";
import { settingAudit } from "./settings.texts.ts";

export { organizationId, organizations } from "./settings.table.ts";
export {
  FIRST_ORGANIZATION,
  listOrganizations,
  listOrganizationsWith,
  mayComeIn,
  renameOrganization,
  selectRegistration,
  settingIsOn,
  settingNumber,
} from "./settings.ts";

export const settingsFeature = {
  routes: settingsRoutes,
  // Includes tables that the database keeps for the whole product.
  tables: {
    organizations: { backup: { section: "settings", isOf: (id) => sql`id = ${id}` } },
    organization_settings: {
      backup: backedUp("settings"),
      guarded: { because: "how people sign in", rows: "added", columns: ["setting_value"] },
      personal: { leftOut: "Says who changed a setting; the log of what you did has it." },
    },
    idempotency_keys: {
      backup: { leftOut: "Recognizes repeated requests for a day." },
      personal: { leftOut: "Recognizes a repeated request for a day." },
    },
    daily_budgets: {
      backup: { leftOut: "Limits what one user writes in a day; forgotten after it." },
      personal: { leftOut: "Counts how much you changed today; forgotten after it." },
    },
    pauses: {
      guarded: { because: "what acts by itself", rows: "both" },
      backup: { leftOut: "Says that nothing acts by itself now; a restore begins one itself." },
    },
    revisions: { backup: { leftOut: "Counts changes for open pages; triggers keep it." } },
    d1_migrations: { backup: { leftOut: "Belongs to the deployment; the header names the newest." } },
  },
  permissions: {
    "admin.system": {
      category: "Admin",
      heldBy: [],
      en: [
        "Manage system",
        "Syncs Discord, holds tokens, makes backups and changes settings, announcements and webhooks.",
      ],
      da: [
        "Administrere systemet",
        "Synkroniserer Discord, har adgang til tokens, laver backup og ændrer indstillinger, annonceringer i Discord og webhooks.",
      ],
    },
  },
  audit: settingAudit,
  daily: (context) => [
    deleteOldKeys(context),
    deleteOldBudgets(context),
    context.db.run(sql`pragma optimize`),
  ],
  topics: {
    settings: [{ table: "organization_settings", on: ["insert", "update", "delete"] }],
  },
} satisfies Feature;
