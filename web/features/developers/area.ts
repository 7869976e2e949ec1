import type { Area } from "../../lib/area.ts";
import { DEVELOPERS_PATH } from "../../lib/paths.ts";

export const developers: Area = {
  path: DEVELOPERS_PATH,
  page: () => import("./developers-page.tsx"),
  texts: (language) => [import(`./developers.${language}.json`)],
};
