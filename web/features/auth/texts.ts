import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./auth.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    auth: typeof en;
  }
}

export const authTexts: Catalogue = {
  en: () => import("./auth.en.json"),
  da: () => import("./auth.da.json"),
};
