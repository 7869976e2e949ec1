import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type applications from "./applications.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    applications: typeof applications;
  }
}

export const applicationsTexts: Catalogue = {
  en: () => import("./applications.en.json"),
  da: () => import("./applications.da.json"),
};
