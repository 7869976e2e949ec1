import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./second-factor.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    secondFactor: typeof en;
  }
}

export const secondFactorTexts: Catalogue = {
  en: () => import("./second-factor.en.json"),
  da: () => import("./second-factor.da.json"),
};
