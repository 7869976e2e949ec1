import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./security-team.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    securityTeam: typeof en;
  }
}

export const securityTeamTexts: Catalogue = {
  en: () => import("./security-team.en.json"),
  da: () => import("./security-team.da.json"),
};
