import type { Tab } from "../../lib/area.ts";

export const apiTab: Tab = {
  parent: "/admin",
  key: "api",
  order: 50,
  label: { en: "API Management", da: "API-styring" },
  content: () => import("./api-tab.tsx"),
  texts: (language) => [import(`./health.${language}.json`)],
  need: "admin.system",
};
