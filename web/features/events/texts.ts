import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./events.en.json";
import type next from "./next.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    events: typeof en;
    next: typeof next;
  }
}

export const eventsTexts: Catalogue = {
  en: () => import("./events.en.json"),
  da: () => import("./events.da.json"),
};

/** The texts that the dashboard shows as well, which does without the others. */
export const nextTexts: Catalogue = {
  en: () => import("./next.en.json"),
  da: () => import("./next.da.json"),
};
