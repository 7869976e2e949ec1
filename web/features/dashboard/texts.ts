import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./dashboard.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    dashboard: typeof en;
  }
}

export const dashboardTexts: Catalogue = {
  en: () => import("./dashboard.en.json"),
  da: () => import("./dashboard.da.json"),
};
