import type { Area } from "../../lib/area.ts";

export const dashboard: Area = {
  path: "/dashboard",
  page: () => import("./dashboard-page.tsx"),
  texts: (language) => [import(`./dashboard.${language}.json`)],
  need: "dashboard.view",
  navigation: {
    order: 10,
    keys: "g d",
    label: { en: "Dashboard", da: "Overblik" },
    icon: () => import("lucide-react/icons/layout-dashboard?navigation"),
    landing: 1,
  },
};
