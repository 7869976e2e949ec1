import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./announcements.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    announcements: typeof en;
  }
}

export const announcementsTexts: Catalogue = {
  en: () => import("./announcements.en.json"),
  da: () => import("./announcements.da.json"),
};
