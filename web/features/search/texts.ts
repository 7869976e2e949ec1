import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./search.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    search: typeof en;
  }
}

export const searchTexts: Catalogue = {
  en: () => import("./search.en.json"),
  da: () => import("./search.da.json"),
};
