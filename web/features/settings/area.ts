import type { Tab } from "../../lib/area.ts";

export const settingsTab: Tab = {
  parent: "/admin",
  key: "settings",
  order: 70,
  label: { en: "Organization Settings", da: "Organisationsindstillinger" },
  content: () => import("./settings-tab.tsx"),
  texts: (language) => [import(`./settings.${language}.json`)],
  need: "admin.system",
};
