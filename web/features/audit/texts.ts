import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./audit.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    audit: typeof en;
  }
}

export const auditTexts: Catalogue = {
  en: () => import("./audit.en.json"),
  da: () => import("./audit.da.json"),
};
