import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./setup.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    setup: typeof en;
  }
}

export const setupTexts: Catalogue = {
  en: () => import("./setup.en.json"),
  da: () => import("./setup.da.json"),
};
