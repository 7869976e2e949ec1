import type { Feature } from "../../lib/feature.ts";
import { deleteOldRemovals } from "./change.ts";
import { hangarRoutes } from "./hangar.routes.ts";
import { hangarAudit } from "./hangar.texts.ts";
import { IMPORT_BODY_LIMIT, importRoutes } from "./import/import.routes.ts";
import { importAudit } from "./import/import.texts.ts";

export { hangarRemovals, hangarShips, hangars, shipAliases } from "./hangar.table.ts";

export const hangarFeature = {
  routes: [hangarRoutes],
  audit: hangarAudit,
  daily: ({ db, now }) => [deleteOldRemovals(db, now)],
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
