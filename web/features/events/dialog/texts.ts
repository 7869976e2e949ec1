import type { Catalogue } from "../../../lib/i18n/i18n.ts";
import type en from "../event-form.en.json";

declare module "../../../lib/i18n/i18n.ts" {
  interface Catalogues {
    eventForm: typeof en;
  }
}

export const eventFormTexts: Catalogue = {
  en: () => import("../event-form.en.json"),
  da: () => import("../event-form.da.json"),
};
