import type { Tab } from "../../lib/area.ts";
import { threadTexts } from "../../lib/i18n/thread-texts.ts";
import { wishesTexts } from "./texts.ts";

export const wishesTab: Tab = {
  of: "/organization",
  key: "wishes",
  order: 7,
  keys: "g w",
  starts: [
    {
      to: "/organization?tab=wishes&new=1",
      label: { en: "New wish", da: "Nyt ønske" },
      also: { en: "add wish, idea", da: "opret ønske, idé" },
      keys: "n w",
    },
  ],
  label: { en: "Wishes", da: "Ønsker" },
  content: () => import("./wishes-tab.tsx"),
  actions: () => import("./wishes-actions.tsx"),
  texts: [wishesTexts, threadTexts],
  need: "events.read",
};
