import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type payouts from "./payouts.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    payouts: typeof payouts;
  }
}

export const payoutsTexts: Catalogue = {
  en: () => import("./payouts.en.json"),
  da: () => import("./payouts.da.json"),
};
