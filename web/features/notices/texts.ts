import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./notices.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    notices: typeof en;
  }
}

export const noticesTexts: Catalogue = {
  en: () => import("./notices.en.json"),
  da: () => import("./notices.da.json"),
};
