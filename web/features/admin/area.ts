import type { Area } from "../../lib/area.ts";

export const admin: Area = {
  path: "/admin",
  page: () => import("./admin-page.tsx"),
  texts: (language) => [import(`./admin.${language}.json`)],
  need: "admin.users",
  navigation: {
    order: 70,
    keys: "g a",
    label: { en: "Admin", da: "Admin" },
    icon: () => import("lucide-react/icons/shield?navigation"),
    landing: 6,
  },
};
