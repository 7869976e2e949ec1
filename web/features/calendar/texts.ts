import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./calendar.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    calendar: typeof en;
  }
}

export const calendarTexts: Catalogue = {
  en: () => import("./calendar.en.json"),
  da: () => import("./calendar.da.json"),
};
