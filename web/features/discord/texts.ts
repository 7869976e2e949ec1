import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type en from "./discord.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    discord: typeof en;
  }
}

export const discordTexts: Catalogue = {
  en: () => import("./discord.en.json"),
  da: () => import("./discord.da.json"),
};
