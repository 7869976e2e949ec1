import type { Feature } from "../../lib/feature.ts";
import { searchRoutes } from "./search.routes.ts";

export const searchFeature = {
  routes: (features) => searchRoutes(features.flatMap(({ search = [] }) => search)),
  tables: { title_blocks: { backup: { leftOut: "Triggers keep it from the titles of records." } } },
} satisfies Feature;
