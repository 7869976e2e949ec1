import type { Area } from "../../lib/area.ts";

export const notices: Area = {
  path: "/notifications",
  page: () => import("./notices-page.tsx"),
  texts: (language) => [import(`./notices.${language}.json`)],
  navigation: {
    order: 105,
    label: { en: "Notifications", da: "Notifikationer" },
    icon: () => import("lucide-react/icons/bell?navigation"),
    isAside: true,
  },
};
