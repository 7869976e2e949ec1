import type { Area, Place } from "../../lib/area.ts";
import { ACCOUNT_PATH } from "../../lib/paths.ts";

const place: Omit<Place, "path"> = {
  page: () => import("./account-page.tsx"),
  texts: (language) => [import(`./account.${language}.json`)],
};

export const account: Area = {
  ...place,
  path: ACCOUNT_PATH,
  pages: ["notifications", "away", "security", "data", "programs"].map((section) => ({
    ...place,
    path: `${ACCOUNT_PATH}/${section}`,
  })),
  starts: [
    {
      to: "/account/away?add=1",
      label: { en: "Say when you are away", da: "Meld fravær" },
      also: { en: "leave, vacation", da: "orlov, ferie" },
      need: "dashboard.view",
      keys: "n a",
    },
  ],
  navigation: {
    order: 100,
    keys: "g y",
    label: { en: "My Account", da: "Min konto" },
    short: { en: "Account", da: "Konto" },
    icon: () => import("lucide-react/icons/user-round?navigation"),
  },
};
