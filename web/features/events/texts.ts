import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./events.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    events: typeof en;
  }
}

export const eventsTexts: Catalogue = {
  en: () => import("./events.en.json"),
  da: () => import("./events.da.json"),
};
