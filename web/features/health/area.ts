import type { Tab } from "../../lib/area.ts";
import { announcementsTexts } from "../announcements/texts.ts";
import { interactionsTexts } from "../interactions/texts.ts";
import { healthTexts } from "./texts.ts";

export const apiTab: Tab = {
  of: "/admin",
  key: "api",
  order: 50,
  label: { en: "API Management", da: "API-styring" },
  content: () => import("./api-tab.tsx"),
  texts: [healthTexts, interactionsTexts, announcementsTexts],
  need: "admin.system",
};
