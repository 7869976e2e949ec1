import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type contracts from "./contracts.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    contracts: typeof contracts;
  }
}

export const contractsTexts: Catalogue = {
  en: () => import("./contracts.en.json"),
  da: () => import("./contracts.da.json"),
};
