import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type hangar from "./hangar.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    hangar: typeof hangar;
  }
}

export const hangarTexts: Catalogue = {
  en: () => import("./hangar.en.json"),
  da: () => import("./hangar.da.json"),
};
