import type { Tab } from "../../lib/area.ts";
import { threadTexts } from "../../lib/i18n/thread-texts.ts";
import { wishesTexts } from "./texts.ts";

export const wishesTab: Tab = {
  of: "/organization",
  key: "wishes",
  order: 7,
  label: { en: "Wishes", da: "Ønsker" },
  content: () => import("./wishes-tab.tsx"),
  actions: () => import("./wishes-actions.tsx"),
  texts: [wishesTexts, threadTexts],
  need: "events.read",
};
