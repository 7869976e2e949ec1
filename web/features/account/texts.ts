import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./account.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    account: typeof en;
  }
}

export const accountTexts: Catalogue = {
  en: () => import("./account.en.json"),
  da: () => import("./account.da.json"),
};
