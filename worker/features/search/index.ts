import type { Feature } from "../../lib/feature.ts";
import { searchRoutes } from "./search.routes.ts";

export const searchFeature = {
  routes: (features) => searchRoutes(features.flatMap(({ search = [] }) => search)),
  tables: {
    title_blocks: { backup: { leftOut: "Triggers keep it from the titles of records." } },
    name_blocks: { backup: { leftOut: "Triggers keep it from the names of members and prospects." } },
  },
} satisfies Feature;
