import type { Area } from "../../lib/area.ts";
import { prospectsTexts, prospectTexts } from "./texts.ts";

export const prospects: Area = {
  path: "/crm",
  page: () => import("./prospects-page.tsx"),
  texts: [prospectsTexts, prospectTexts],
  need: { any: ["prospects.read", "admin.users"] },
  navigation: {
    order: 40,
    label: { en: "CRM", da: "CRM" },
    icon: () => import("lucide-react/icons/kanban?navigation"),
    offer: "prospects.read",
    landing: 2,
  },
};
