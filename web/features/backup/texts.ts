import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./backup.en.json";
import type restore from "./restore.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    backup: typeof en;
    restore: typeof restore;
  }
}

export const backupTexts: Catalogue = {
  en: () => import("./backup.en.json"),
  da: () => import("./backup.da.json"),
};

export const restoreTexts: Catalogue = {
  en: () => import("./restore.en.json"),
  da: () => import("./restore.da.json"),
};
