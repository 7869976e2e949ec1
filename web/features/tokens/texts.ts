import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./tokens.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    tokens: typeof en;
  }
}

export const tokensTexts: Catalogue = {
  en: () => import("./tokens.en.json"),
  da: () => import("./tokens.da.json"),
};
