import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./webhooks.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    webhooks: typeof en;
  }
}

export const webhooksTexts: Catalogue = {
  en: () => import("./webhooks.en.json"),
  da: () => import("./webhooks.da.json"),
};
