import type { Feature } from "../../lib/feature.ts";
import { deleteOldRemovals } from "./change.ts";
import { hangarRoutes } from "./hangar.routes.ts";
import { hangarAudit } from "./hangar.texts.ts";

export { hangarShips, hangars, shipAliases } from "./hangar.table.ts";

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
