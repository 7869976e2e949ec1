import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./availability.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    times: typeof en;
  }
}

export const timesTexts: Catalogue = {
  en: () => import("./availability.en.json"),
  da: () => import("./availability.da.json"),
};
