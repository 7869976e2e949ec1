import type { Feature } from "../../lib/feature.ts";
import { IMPORT_BODY_LIMIT, importRoutes } from "./import/import.routes.ts";
import { importAudit } from "./import/import.texts.ts";

export { hangarShips, hangars, shipAliases } from "./hangar.table.ts";

export const hangarFeature = {
  topics: {
    hangars: [
      { table: "hangar_ships", on: ["insert", "update", "delete"] },
      { table: "hangars", on: ["update"] },
    ],
  },
} satisfies Feature;

/** Bringing ships into hangars from where people kept them before, and taking them away. */
export const importFeature = {
  routes: [importRoutes],
  audit: importAudit,
  bodyLimits: { "/api/uex/user/:userId/ships/import": IMPORT_BODY_LIMIT },
} satisfies Feature;
