import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./backup.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    backup: typeof en;
  }
}

export const backupTexts: Catalogue = {
  en: () => import("./backup.en.json"),
  da: () => import("./backup.da.json"),
};
