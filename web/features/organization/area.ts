import type { Area } from "../../lib/area.ts";

export const organization: Area = {
  path: "/organization",
  page: () => import("./organization-page.tsx"),
  texts: (language) => [import(`./organization.${language}.json`)],
  navigation: {
    order: 20,
    keys: "g o",
    label: { en: "Organization", da: "Organisation" },
    icon: () => import("lucide-react/icons/orbit?navigation"),
    offer: "events.read",
    landing: 4,
  },
};
