import type { Tab } from "../../lib/area.ts";

export const wishesTab: Tab = {
  parent: "/organization",
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
  texts: (language) => [
    import(`./wishes.${language}.json`),
    import(`../../lib/i18n/thread.${language}.json`),
  ],
  need: "events.read",
};
