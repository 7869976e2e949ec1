import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./bots.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    bots: typeof en;
  }
}

export const botsTexts: Catalogue = {
  en: () => import("./bots.en.json"),
  da: () => import("./bots.da.json"),
};
