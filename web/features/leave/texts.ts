import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./leave.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    leave: typeof en;
  }
}

export const leaveTexts: Catalogue = {
  en: () => import("./leave.en.json"),
  da: () => import("./leave.da.json"),
};
