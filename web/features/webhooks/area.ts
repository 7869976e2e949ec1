import type { Tab } from "../../lib/area.ts";

export const programsTab: Tab = {
  parent: "/admin",
  key: "programs",
  order: 55,
  label: { en: "Webhooks", da: "Webhooks" },
  content: () => import("./webhooks-tab.tsx"),
  texts: (language) => [import(`./webhooks.${language}.json`)],
  need: "admin.system",
};
