import type { Area } from "../../lib/area.ts";
import { auditTexts } from "./texts.ts";

export const audit: Area = {
  path: "/audit",
  page: () => import("./audit-page.tsx"),
  texts: [auditTexts],
  need: "audit.read",
  navigation: {
    order: 80,
    keys: "g l",
    label: { en: "Audit log", da: "Hændelseslog" },
    icon: () => import("lucide-react/icons/history?navigation"),
    isAside: true,
  },
};
