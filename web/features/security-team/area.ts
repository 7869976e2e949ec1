import type { Tab } from "../../lib/area.ts";
import { threadTexts } from "../../lib/i18n/thread-texts.ts";
import { applicationsTexts } from "../applications/texts.ts";
import { securityTeamTexts } from "./texts.ts";

export const securityTeamTab: Tab = {
  of: "/organization",
  key: "security",
  order: 40,
  label: { en: "Security Team", da: "Sikkerhedsholdet" },
  content: () => import("./security-team-tab.tsx"),
  actions: () => import("./apply.tsx"),
  texts: [securityTeamTexts, applicationsTexts, threadTexts],
  need: "security.view",
};
