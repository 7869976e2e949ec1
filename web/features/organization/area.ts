import type { Area } from "../../lib/area.ts";
import { organizationTexts } from "./texts.ts";

export const organization: Area = {
  path: "/organization",
  page: () => import("./organization-page.tsx"),
  texts: [organizationTexts],
  need: "events.read",
  navigation: {
    order: 20,
    label: { en: "Organization", da: "Organisation" },
    icon: () => import("lucide-react/icons/orbit?navigation"),
    landing: 4,
  },
};
