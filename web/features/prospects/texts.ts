import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type prospect from "./prospect.en.json";
import type prospects from "./prospects.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    prospects: typeof prospects;
    prospect: typeof prospect;
  }
}

export const prospectsTexts: Catalogue = {
  en: () => import("./prospects.en.json"),
  da: () => import("./prospects.da.json"),
};
export const prospectTexts: Catalogue = {
  en: () => import("./prospect.en.json"),
  da: () => import("./prospect.da.json"),
};
