import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./wishes.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    wishes: typeof en;
  }
}

export const wishesTexts: Catalogue = {
  en: () => import("./wishes.en.json"),
  da: () => import("./wishes.da.json"),
};
