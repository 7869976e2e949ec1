import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./rsi.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    rsi: typeof en;
  }
}

export const rsiTexts: Catalogue = { en: () => import("./rsi.en.json"), da: () => import("./rsi.da.json") };
