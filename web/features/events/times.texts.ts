import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./times.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    times: typeof en;
  }
}

export const timesTexts: Catalogue = {
  en: () => import("./times.en.json"),
  da: () => import("./times.da.json"),
};
