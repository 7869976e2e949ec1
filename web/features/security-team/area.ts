import type { Tab } from "../../lib/area.ts";

export const securityTeamTab: Tab = {
  parent: "/organization",
  key: "security",
  order: 40,
  label: { en: "Security Team", da: "Sikkerhedsholdet" },
  content: () => import("./security-team-tab.tsx"),
  actions: () => import("./apply.tsx"),
  texts: (language) => [
    import(`./security-team.${language}.json`),
    import(`../applications/applications.${language}.json`),
    import(`../../lib/i18n/thread.${language}.json`),
  ],
  need: "security.view",
};
