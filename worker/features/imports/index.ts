import type { Feature } from "../../lib/feature.ts";
import { backedUp } from "../../lib/table-rules.ts";
import { IMPORT_BODY_LIMIT, importRoutes } from "./imports.routes.ts";
import { importAudit } from "./imports.texts.ts";

/** Imports ships from files of other tools, and exports a hangar as such a file. */
export const importsFeature = {
  routes: importRoutes,
  tables: {
    ship_aliases: {
      backup: backedUp("users"),
      personal: { leftOut: "Says who explained the name of a ship, for everybody's imports." },
    },
  },
  audit: importAudit,
  bodyLimits: { "/api/uex/user/:userId/ships/import": IMPORT_BODY_LIMIT },
} satisfies Feature;
