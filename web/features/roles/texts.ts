import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./roles.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    roles: typeof en;
  }
}

export const rolesTexts: Catalogue = {
  en: () => import("./roles.en.json"),
  da: () => import("./roles.da.json"),
};
