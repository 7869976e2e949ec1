import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./sessions.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    sessions: typeof en;
  }
}

export const sessionsTexts: Catalogue = {
  en: () => import("./sessions.en.json"),
  da: () => import("./sessions.da.json"),
};
