import type { Catalogue } from "../../lib/i18n/i18n.ts";
import type members from "./members.en.json";
import type users from "./users.en.json";

declare module "../../lib/i18n/i18n.ts" {
  interface Catalogues {
    members: typeof members;
    users: typeof users;
  }
}

export const membersTexts: Catalogue = {
  en: () => import("./members.en.json"),
  da: () => import("./members.da.json"),
};
export const usersTexts: Catalogue = {
  en: () => import("./users.en.json"),
  da: () => import("./users.da.json"),
};
