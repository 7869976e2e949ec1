import type { Area } from "../../lib/area.ts";

export const imports: Area = {
  path: "/my-hangar/import",
  page: () => import("./import-page.tsx"),
  texts: (language) => [import(`./imports.${language}.json`), import(`../ships/ships.${language}.json`)],
  first: [{ path: "/api/uex/ships" }],
};
