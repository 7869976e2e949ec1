import type { Area } from "../../lib/area.ts";

export const bots: Area = {
  path: "/discord-bots",
  page: () => import("./bots-page.tsx"),
  texts: (language) => [import(`./bots.${language}.json`)],
  need: "bots.read",
  starts: [
    {
      to: "/discord-bots?new=1",
      label: { en: "Create bot", da: "Opret bot" },
      also: { en: "new bot", da: "ny bot" },
      need: "bots.write",
      keys: "n b",
    },
  ],
  navigation: {
    order: 60,
    keys: "g b",
    label: { en: "Discord bots", da: "Discord-bots" },
    short: { en: "Bots", da: "Bots" },
    icon: () => import("lucide-react/icons/bot?navigation"),
    landing: 5,
  },
};
