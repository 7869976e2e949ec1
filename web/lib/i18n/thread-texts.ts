import type { Catalogue } from "./i18n.ts";
import type en from "./thread.en.json";

declare module "./i18n.ts" {
  interface Catalogues {
    thread: typeof en;
  }
}

/** What `Thread` says; areas that show one name it among their texts. */
export const threadTexts: Catalogue = {
  en: () => import("./thread.en.json"),
  da: () => import("./thread.da.json"),
};
