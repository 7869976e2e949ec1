import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./mirror.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    mirror: typeof en;
  }
}

export const mirrorTexts: Catalogue = {
  en: () => import("./mirror.en.json"),
  da: () => import("./mirror.da.json"),
};
