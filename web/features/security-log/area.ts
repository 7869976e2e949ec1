import type { Tab } from "../../lib/area.ts";
import { securityLogTexts } from "./texts.ts";

export const securityLogTab: Tab = {
  of: "/admin",
  key: "security",
  order: 65,
  label: { en: "Security log", da: "Sikkerhedslog" },
  content: () => import("./security-log-tab.tsx"),
  texts: [securityLogTexts],
  need: "admin.users",
};
