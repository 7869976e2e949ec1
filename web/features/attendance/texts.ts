import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type attendance from "./attendance.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    attendance: typeof attendance;
  }
}

export const attendanceTexts: Catalogue = {
  en: () => import("./attendance.en.json"),
  da: () => import("./attendance.da.json"),
};
