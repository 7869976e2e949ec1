import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./fleet.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    fleet: typeof en;
  }
}

export const fleetTexts: Catalogue = {
  en: () => import("./fleet.en.json"),
  da: () => import("./fleet.da.json"),
};
