import type { Area } from "../../lib/area.ts";
import { organizationTexts } from "./texts.ts";

export const organization: Area = {
  path: "/organization",
  page: () => import("./organization-page.tsx"),
  texts: [organizationTexts],
  navigation: {
    order: 20,
    keys: "g o",
    label: { en: "Organization", da: "Organisation" },
    icon: () => import("lucide-react/icons/orbit?navigation"),
    offer: "events.read",
    landing: 4,
  },
};
