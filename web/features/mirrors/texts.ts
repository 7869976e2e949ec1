import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./mirrors.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    mirror: typeof en;
  }
}

export const mirrorTexts: Catalogue = {
  en: () => import("./mirrors.en.json"),
  da: () => import("./mirrors.da.json"),
};
