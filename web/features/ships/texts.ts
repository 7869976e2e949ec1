import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./ships.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    ships: typeof en;
  }
}

export const shipsTexts: Catalogue = {
  en: () => import("./ships.en.json"),
  da: () => import("./ships.da.json"),
};
