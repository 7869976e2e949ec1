import type { Feature } from "../../lib/feature.ts";

export { hangarShips, hangars, shipAliases } from "./hangar.table.ts";

export const hangarFeature = {
  topics: {
    hangars: [
      { table: "hangar_ships", on: ["insert", "update", "delete"] },
      { table: "hangars", on: ["update"] },
    ],
  },
} satisfies Feature;
