import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./security-log.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    security_log: typeof en;
  }
}

export const securityLogTexts: Catalogue = {
  en: () => import("./security-log.en.json"),
  da: () => import("./security-log.da.json"),
};
