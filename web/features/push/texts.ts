import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./push.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    push: typeof en;
  }
}

export const pushTexts: Catalogue = {
  en: () => import("./push.en.json"),
  da: () => import("./push.da.json"),
};
