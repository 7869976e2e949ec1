import { sql } from "drizzle-orm";
import type { Feature } from "../../lib/feature.ts";
import { backedUp, backedUpBelow, isOfUser } from "../../lib/table-rules.ts";
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
    own_ship_aliases: {
      backup: backedUpBelow("users", "user_id", "users"),
      personal: { isOf: isOfUser, columns: ["user_id", "alias", "ship_id"], place: sql`alias`, without: {} },
    },
  },
  audit: importAudit,
  bodyLimits: { "/api/uex/user/:userId/ships/import": IMPORT_BODY_LIMIT },
} satisfies Feature;
