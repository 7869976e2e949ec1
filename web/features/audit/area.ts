import type { Area } from "../../lib/area.ts";

export const audit: Area = {
  path: "/audit",
  page: () => import("./audit-page.tsx"),
  texts: (language) => [import(`./audit.${language}.json`)],
  need: "audit.read",
  first: [{ path: "/api/audit/:orgId/actions" }],
  navigation: {
    order: 80,
    keys: "g l",
    label: { en: "Audit log", da: "Hændelseslog" },
    icon: () => import("lucide-react/icons/history?navigation"),
    isAside: true,
    within: "/admin",
  },
};
