import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./interactions.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    interactions: typeof en;
  }
}

export const interactionsTexts: Catalogue = {
  en: () => import("./interactions.en.json"),
  da: () => import("./interactions.da.json"),
};
