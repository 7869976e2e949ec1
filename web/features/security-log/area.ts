import type { Tab } from "../../lib/area.ts";

export const securityLogTab: Tab = {
  parent: "/admin",
  key: "security",
  order: 65,
  label: { en: "Security log", da: "Sikkerhedslog" },
  content: () => import("./security-log-tab.tsx"),
  texts: (language) => [import(`./security-log.${language}.json`)],
  need: "admin.users",
};
