import type { Area } from "../../lib/area.ts";
import { botsTexts } from "./texts.ts";

export const bots: Area = {
  path: "/discord-bots",
  page: () => import("./bots-page.tsx"),
  texts: [botsTexts],
  need: "bots.read",
  navigation: {
    order: 60,
    label: { en: "Discord bots", da: "Discord-bots" },
    short: { en: "Bots", da: "Bots" },
    icon: () => import("lucide-react/icons/bot?navigation"),
    landing: 5,
  },
};
