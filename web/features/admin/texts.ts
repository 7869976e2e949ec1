import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./admin.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    admin: typeof en;
  }
}

export const adminTexts: Catalogue = {
  en: () => import("./admin.en.json"),
  da: () => import("./admin.da.json"),
};
