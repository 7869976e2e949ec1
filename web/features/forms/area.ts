import type { Tab } from "../../lib/area.ts";

export const recruitingTab: Tab = {
  parent: "/admin",
  key: "recruiting",
  order: 45,
  label: { en: "Recruiting", da: "Optagelse" },
  content: () => import("./recruiting-tab.tsx"),
  texts: (language) => [import(`./forms.${language}.json`)],
  need: "admin.system",
};
