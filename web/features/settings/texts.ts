import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./settings.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    settings: typeof en;
  }
}

export const settingsTexts: Catalogue = {
  en: () => import("./settings.en.json"),
  da: () => import("./settings.da.json"),
};
