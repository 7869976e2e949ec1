import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type imports from "./imports.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    imports: typeof imports;
  }
}

export const importsTexts: Catalogue = {
  en: () => import("./imports.en.json"),
  da: () => import("./imports.da.json"),
};
