import type { Tab } from "../../lib/area.ts";

export const fleetTab: Tab = {
  parent: "/organization",
  key: "fleet",
  order: 10,
  keys: "g f",
  label: { en: "Fleet", da: "Flåde" },
  content: () => import("./fleet-tab.tsx"),
  actions: () => import("./fleet-actions.tsx"),
  texts: (language) => [import(`./fleet.${language}.json`), import(`../ships/ships.${language}.json`)],
  need: { any: ["roster.read", "members.read"] },
};
