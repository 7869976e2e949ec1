import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./organization.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    organization: typeof en;
  }
}

export const organizationTexts: Catalogue = {
  en: () => import("./organization.en.json"),
  da: () => import("./organization.da.json"),
};
