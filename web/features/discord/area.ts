import type { Tab } from "../../lib/area.ts";
import { discordTexts } from "./texts.ts";

export const discordTab: Tab = {
  of: "/admin",
  key: "discord",
  order: 40,
  label: { en: "Discord Sync", da: "Discord-synkronisering" },
  content: () => import("./discord-tab.tsx"),
  texts: [discordTexts],
  need: "admin.system",
};
