import type { Area, Tab } from "../../lib/area.ts";
import { APPLICATION_PATH } from "../../lib/paths.ts";

export const joining: Area = {
  path: APPLICATION_PATH,
  page: () => import("./application-page.tsx"),
  texts: (language) => [import(`./joining.${language}.json`)],
  first: [{ path: "/api/admissions/own" }],
};

export const recruitingTab: Tab = {
  parent: "/admin",
  key: "recruiting",
  order: 45,
  label: { en: "Recruiting", da: "Optagelse" },
  content: () => import("./door/recruiting-tab.tsx"),
  texts: (language) => [import(`./door.${language}.json`)],
  need: "admin.system",
};
