import type { Catalogue } from "./i18n.ts";
import type en from "./thread.en.json";

declare module "./i18n.ts" {
  interface Catalogues {
    thread: typeof en;
  }
}

/** The texts of `Thread`; areas that show one name them among theirs. */
export const threadTexts: Catalogue = {
  en: () => import("./thread.en.json"),
  da: () => import("./thread.da.json"),
};
