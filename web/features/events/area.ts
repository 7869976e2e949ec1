import type { Tab } from "../../lib/area.ts";
import { shipsTexts } from "../ships/texts.ts";
import { eventsTexts } from "./texts.ts";

export const eventsTab: Tab = {
  of: "/organization",
  key: "events",
  order: 5,
  label: { en: "Events", da: "Begivenheder" },
  content: () => import("./events-tab.tsx"),
  actions: () => import("./events-actions.tsx"),
  texts: [eventsTexts, shipsTexts],
  need: "events.read",
};
