import type { Tab } from "../../lib/area.ts";
import { shipsTexts } from "../ships/texts.ts";
import { fleetTexts } from "./texts.ts";

export const fleetTab: Tab = {
  of: "/organization",
  key: "fleet",
  order: 10,
  keys: "g f",
  label: { en: "Fleet", da: "Flåde" },
  content: () => import("./fleet-tab.tsx"),
  actions: () => import("./fleet-actions.tsx"),
  texts: [fleetTexts, shipsTexts],
  need: "members.read",
};
