import type { Area } from "../../lib/area.ts";
import { APPLICATION_PATH } from "../../lib/paths.ts";

export const joining: Area = {
  path: APPLICATION_PATH,
  page: () => import("./application-page.tsx"),
  texts: (language) => [import(`./joining.${language}.json`)],
  first: [{ path: "/api/admissions/own" }],
};
