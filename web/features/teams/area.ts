import type { Tab } from "../../lib/area.ts";

export const teamsTab: Tab = {
  parent: "/organization",
  key: "teams",
  order: 50,
  label: { en: "Teams", da: "Hold" },
  content: () => import("./teams-tab.tsx"),
  texts: (language) => [import(`./teams.${language}.json`)],
};
