import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./developers.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    developers: typeof en;
  }
}

export const developersTexts: Catalogue = {
  en: () => import("./developers.en.json"),
  da: () => import("./developers.da.json"),
};
