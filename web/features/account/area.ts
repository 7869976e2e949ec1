import type { Area } from "../../lib/area.ts";
import { ACCOUNT_PATH } from "../../lib/paths.ts";

export const account: Area = {
  path: ACCOUNT_PATH,
  page: () => import("./account-page.tsx"),
  texts: (language) => [
    import(`./account.${language}.json`),
    import(`../sessions/sessions.${language}.json`),
  ],
  navigation: {
    order: 100,
    keys: "g y",
    label: { en: "My Account", da: "Min konto" },
    short: { en: "Account", da: "Konto" },
    icon: () => import("lucide-react/icons/user-round?navigation"),
  },
};
