import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./tools.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    tools: typeof en;
  }
}

export const toolsTexts: Catalogue = {
  en: () => import("./tools.en.json"),
  da: () => import("./tools.da.json"),
};
