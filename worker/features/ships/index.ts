import type { Feature } from "../../lib/feature.ts";
import { shipRoutes } from "./ships.routes.ts";

export { toShip } from "./list.ts";
export { ships } from "./ships.table.ts";

export const shipsFeature = {
  routes: [shipRoutes],
  topics: { ships: [{ table: "ship_syncs", on: ["insert", "update"] }] },
} satisfies Feature;
