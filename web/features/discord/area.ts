import type { Tab } from "../../lib/area.ts";

export const discordTab: Tab = {
  parent: "/admin",
  key: "discord",
  order: 40,
  label: { en: "Discord Sync", da: "Discord-synkronisering" },
  content: () => import("./discord-tab.tsx"),
  texts: (language) => [
    import(`./discord.${language}.json`),
    import(`../interactions/interactions.${language}.json`),
    import(`../announcements/announcements.${language}.json`),
  ],
  need: "admin.system",
};
