import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./health.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    health: typeof en;
  }
}

export const healthTexts: Catalogue = {
  en: () => import("./health.en.json"),
  da: () => import("./health.da.json"),
};
